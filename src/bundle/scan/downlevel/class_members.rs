//! The members of a class that has decorators or `accessor`.

use oxc_allocator::{ArenaBox, ArenaVec, TakeIn};
use oxc_ast::ast::{self, Ident};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::VisitMut;
use oxc_span::{GetSpan, SPAN};

use super::decorators::decorator_list;
use super::fresh::Names;
use super::own_this::ThisReplacement;
use super::template::{Piece, expression, members, statements};

/// The variables that the members of a class use, to be declared around it.
pub(super) struct Lowered<'a> {
    pub temporaries: Vec<Ident<'a>>,
    /// The one that takes the class's decorators, and then what they made of it.
    pub decorated: Option<Ident<'a>>,
}

/// Rewrites the members of a class; `decorators` are the class's own, which stay to be evaluated, and `context_name` what
/// it is called if it has no name of its own.
pub(super) fn lower_members<'a>(
    class: &mut ast::Class<'a>,
    decorators: &[ast::Decorator<'a>],
    context_name: Option<Ident<'a>>,
    names: &mut Names,
    builder: &AstBuilder<'a>,
) -> Lowered<'a> {
    let has_decorators = !decorators.is_empty() || class.body.body.iter().any(|element| is_decorated(element));
    let mut lowering = Members {
        builder,
        names,
        temporaries: Vec::new(),
        pending: Vec::new(),
        applied: Default::default(),
        shared: Ident::from(""),
        replacement: None,
        out: ArenaVec::new_in(builder),
    };
    let mut decorated = None;
    if has_decorators {
        lowering.shared = lowering.temporary("shared");
    }
    if !decorators.is_empty() {
        decorated = Some(lowering.temporary("class"));
        lowering.replacement = Some(lowering.temporary("this"));
    }
    for element in class.body.body.take_in(builder) {
        lowering.element(element);
    }
    let has_dummy = lowering.last_keys();
    if has_decorators {
        let has_methods = !lowering.applied[1].is_empty();
        let binding = class.id.as_ref().map(|id| id.name);
        let block = lowering.application(decorated, binding, binding.or(context_name), has_dummy);
        let start = lowering.start(has_methods);
        let elements = std::mem::replace(&mut lowering.out, ArenaVec::new_in(builder));
        lowering.out.extend(block);
        lowering.out.extend(start);
        lowering.out.extend(elements);
    }
    if let (Some(decorated), Some(this)) = (decorated, lowering.replacement) {
        let pieces = [Piece::Name(decorated), Piece::Name(this)];
        lowering.out.extend(members("class C { static { __extra($0.extra, $1); } }", pieces, builder));
    }
    class.body.body = lowering.out;
    Lowered { temporaries: lowering.temporaries, decorated }
}

fn is_decorated(element: &ast::ClassElement<'_>) -> bool {
    match element {
        ast::ClassElement::MethodDefinition(method) => !method.decorators.is_empty(),
        ast::ClassElement::PropertyDefinition(property) => !property.decorators.is_empty(),
        ast::ClassElement::AccessorProperty(accessor) => !accessor.decorators.is_empty(),
        _ => false,
    }
}

/// The key of a method that is there for what its key evaluates.
const LAST_KEY: &str = "last key";

struct Members<'a, 's> {
    builder: &'s AstBuilder<'a>,
    names: &'s mut Names,
    temporaries: Vec<Ident<'a>>,
    /// What the next key that is evaluated has to evaluate before itself.
    pending: Vec<ast::Expression<'a>>,
    /// What applies the decorators: of static methods and accessors, of others, of static fields, of other fields.
    applied: [Vec<ast::Statement<'a>>; 4],
    shared: Ident<'a>,
    /// What `this` is in static initialisers where decorators may replace the class.
    replacement: Option<Ident<'a>>,
    out: ArenaVec<'a, ast::ClassElement<'a>>,
}

/// What the static block has to know of a decorated member.
struct Decorated<'a> {
    record: Ident<'a>,
    kind: &'static str,
    is_static: bool,
    key: Key<'a>,
}

/// How a member's key is written once it has been evaluated.
#[derive(Clone, Copy)]
enum Key<'a> {
    Text(Ident<'a>),
    Variable(Ident<'a>),
    Private(Ident<'a>),
}

impl<'a> Key<'a> {
    /// The key as a value; that of a private member is its name as it is shown.
    fn piece(self, builder: &AstBuilder<'a>) -> Piece<'a> {
        match self {
            Self::Text(text) => Piece::Text(text),
            Self::Variable(name) => Piece::Name(name),
            Self::Private(name) => Piece::Text(Ident::from_str_in(&format!("#{name}"), builder)),
        }
    }

    fn readable(self) -> Ident<'a> {
        match self {
            Self::Text(name) | Self::Private(name) => name,
            Self::Variable(_) => Ident::from("member"),
        }
    }
}

impl<'a> Members<'a, '_> {
    fn temporary(&mut self, wanted: &str) -> Ident<'a> {
        let name = self.names.fresh(wanted, self.builder);
        self.temporaries.push(name);
        name
    }

    fn element(&mut self, element: ast::ClassElement<'a>) {
        match element {
            ast::ClassElement::StaticBlock(mut block) => {
                if let Some(this) = self.replacement {
                    ThisReplacement::new(this, self.builder).visit_statements(&mut block.body);
                }
                self.out.push(ast::ClassElement::StaticBlock(block));
            }
            ast::ClassElement::MethodDefinition(method) if method.kind.is_constructor() => {
                self.out.push(ast::ClassElement::MethodDefinition(method));
            }
            ast::ClassElement::MethodDefinition(method) => self.method(method),
            ast::ClassElement::PropertyDefinition(property) => self.property(property),
            ast::ClassElement::AccessorProperty(accessor) => self.accessor(accessor.unbox()),
            ast::ClassElement::TSIndexSignature(_) => {}
        }
    }

    /// Remembers decorators, and evaluates what waits and the key in the key, in order.
    fn key(
        &mut self,
        key: &mut ast::PropertyKey<'a>,
        computed: &mut bool,
        decorators: ArenaVec<'a, ast::Decorator<'a>>,
        remember: bool,
    ) -> (Key<'a>, Option<Ident<'a>>) {
        let known = match key {
            ast::PropertyKey::PrivateIdentifier(name) => Key::Private(name.name),
            ast::PropertyKey::StaticIdentifier(name) => Key::Text(name.name),
            ast::PropertyKey::StringLiteral(text) if !text.lone_surrogates => {
                Key::Text(Ident::from_str_in(&text.value, self.builder))
            }
            _ => Key::Variable(Ident::from("")),
        };
        let record = (!decorators.is_empty()).then(|| {
            let record = self.temporary(&known.readable());
            let pieces = [Piece::Name(record), Piece::Expression(decorator_list(decorators, self.builder))];
            self.pending.push(expression("$0 = $1;", pieces, self.builder));
            record
        });
        let known = match known {
            Key::Private(_) => return (known, record),
            Key::Variable(_) if remember || record.is_some() => {
                let variable = self.temporary("key");
                let value = Piece::Expression(key_value(key, self.builder));
                let text = "$0 = __propertyKey($1);";
                self.pending.push(expression(text, [Piece::Name(variable), value], self.builder));
                Key::Variable(variable)
            }
            Key::Variable(name) if !self.pending.is_empty() => {
                self.pending.push(key_value(key, self.builder));
                Key::Variable(name)
            }
            Key::Text(text) if !self.pending.is_empty() => {
                self.pending.push(expression("$0;", [Piece::Text(text)], self.builder));
                Key::Text(text)
            }
            known => return (known, record),
        };
        *key = ast::PropertyKey::from(self.sequence());
        *computed = true;
        (known, record)
    }

    /// What waits, as one expression.
    fn sequence(&mut self) -> ast::Expression<'a> {
        let mut expressions = ArenaVec::with_capacity_in(self.pending.len(), self.builder);
        expressions.extend(self.pending.drain(..));
        match expressions.len() {
            1 => expressions.pop().unwrap_or_else(|| ast::Expression::new_void_0(SPAN, self.builder)),
            _ => ast::Expression::new_sequence_expression(SPAN, expressions, self.builder),
        }
    }

    fn method(&mut self, mut method: ArenaBox<'a, ast::MethodDefinition<'a>>) {
        let decorators = method.decorators.take_in(self.builder);
        let mut computed = method.computed;
        let (key, record) = self.key(&mut method.key, &mut computed, decorators, false);
        method.computed = computed;
        let Some(record) = record else {
            self.out.push(ast::ClassElement::MethodDefinition(method));
            return;
        };
        let (kind, text) = match method.kind {
            ast::MethodDefinitionKind::Get => {
                ("getter", "class C { get #$0() { return $1.descriptor.get.call(this); } }")
            }
            ast::MethodDefinitionKind::Set => {
                ("setter", "class C { set #$0(value) { $1.descriptor.set.call(this, value); } }")
            }
            _ => ("method", "class C { get #$0() { return $1.descriptor.value; } }"),
        };
        let decorated = Decorated { record, kind, is_static: method.r#static, key };
        let Key::Private(name) = key else {
            self.apply(decorated, None);
            self.out.push(ast::ClassElement::MethodDefinition(method));
            return;
        };
        let is_static = method.r#static;
        let original = self.original(method.unbox(), key);
        self.apply(decorated, Some(original));
        self.push(text, [Piece::Name(name), Piece::Name(record)], is_static);
    }

    /// The descriptor of a private method, getter or setter that is taken out of its class.
    fn original(&mut self, method: ast::MethodDefinition<'a>, key: Key<'a>) -> ast::Expression<'a> {
        let target = if method.r#static { "this" } else { "this.prototype" };
        let target = Piece::Expression(expression_of(target, self.builder));
        let function = Piece::Expression(ast::Expression::FunctionExpression(method.value));
        let pieces = [target, key.piece(self.builder), function];
        let mut call = expression("__original($0, { [$1]: $2 }, $1);", pieces, self.builder);
        if let ast::Expression::CallExpression(call) = &mut call
            && let Some(ast::Argument::ObjectExpression(object)) = call.arguments.get_mut(1)
            && let Some(ast::ObjectPropertyKind::ObjectProperty(property)) = object.properties.first_mut()
        {
            match method.kind {
                ast::MethodDefinitionKind::Get => property.kind = ast::PropertyKind::Get,
                ast::MethodDefinitionKind::Set => property.kind = ast::PropertyKind::Set,
                _ => property.method = true,
            }
        }
        call
    }

    /// Adds what applies the decorators of a member; one that is private comes with its descriptor.
    fn apply(&mut self, member: Decorated<'a>, descriptor: Option<ast::Expression<'a>>) {
        let Decorated { record, kind, is_static, key } = member;
        let place = usize::from(!is_static) + if kind == "field" { 2 } else { 0 };
        let flag = expression_of(if is_static { "true" } else { "false" }, self.builder);
        let target = expression_of(if is_static { "this" } else { "this.prototype" }, self.builder);
        let (record, shared) = (Piece::Name(record), Piece::Name(self.shared));
        let (kind_piece, shown) = (Piece::Text(Ident::from(kind)), key.piece(self.builder));
        let (flag, target) = (Piece::Expression(flag), Piece::Expression(target));
        let made = match key {
            Key::Private(name) => {
                let text = match kind {
                    "method" | "getter" => "({ has: (object) => #$0 in object, get: (object) => object.#$0 });",
                    "setter" => {
                        "({ has: (object) => #$0 in object, set: (object, value) => void (object.#$0 = value) });"
                    }
                    _ => {
                        "({ has: (object) => #$0 in object, get: (object) => object.#$0, \
                         set: (object, value) => void (object.#$0 = value) });"
                    }
                };
                let access = Piece::Expression(expression(text, [Piece::Name(name)], self.builder));
                let none = || ast::Expression::new_void_0(SPAN, self.builder);
                let descriptor = Piece::Expression(descriptor.unwrap_or_else(none));
                let pieces = [record, shared, kind_piece, shown, flag, target, access, descriptor];
                statements("$0 = __member($1, $0, $2, $3, $4, $5, $6, $7);", pieces, self.builder)
            }
            _ => {
                let pieces = [record, shared, kind_piece, shown, flag, target];
                statements("$0 = __member($1, $0, $2, $3, $4, $5);", pieces, self.builder)
            }
        };
        if let Some(list) = self.applied.get_mut(place) {
            list.extend(made);
        }
    }

    fn property(&mut self, mut property: ArenaBox<'a, ast::PropertyDefinition<'a>>) {
        let decorators = property.decorators.take_in(self.builder);
        let is_static = property.r#static;
        let this = self.replacement.filter(|_| is_static);
        let moves = this.is_some() && !property.key.is_private_identifier();
        let mut computed = property.computed;
        let (key, record) = self.key(&mut property.key, &mut computed, decorators, moves);
        property.computed = computed;
        if record.is_none() && this.is_none() {
            self.out.push(ast::ClassElement::PropertyDefinition(property));
            return;
        }
        if let Some(record) = record {
            self.apply(Decorated { record, kind: "field", is_static, key }, None);
        }
        let value = property.value.take();
        if let Some(this) = this.filter(|_| moves) {
            if computed {
                self.pending.push(key_value(&mut property.key, self.builder));
            }
            let value = self.value(value, key, record, Some(this));
            let value = Piece::Expression(value.unwrap_or_else(|| ast::Expression::new_void_0(SPAN, self.builder)));
            let pieces = [Piece::Name(this), key.piece(self.builder), value];
            self.push("class C { static { __field($0, $1, $2); } }", pieces, true);
        } else {
            property.value = self.value(value, key, record, this);
            self.out.push(ast::ClassElement::PropertyDefinition(property));
        }
        if let Some(record) = record {
            self.initialised(record, is_static);
        }
    }

    fn accessor(&mut self, mut accessor: ast::AccessorProperty<'a>) {
        let decorators = accessor.decorators.take_in(self.builder);
        let is_static = accessor.r#static;
        let this = self.replacement.filter(|_| is_static);
        let mut computed = accessor.computed;
        let (key, record) = self.key(&mut accessor.key, &mut computed, decorators, true);
        let storage = self.names.fresh(&format!("{}_storage", key.readable()), self.builder);
        match self.value(accessor.value.take(), key, record, this) {
            Some(value) => {
                self.push("class C { #$0 = $1; }", [Piece::Name(storage), Piece::Expression(value)], is_static);
            }
            None => self.push("class C { #$0; }", [Piece::Name(storage)], is_static),
        }
        let decorated = record.map(|record| Decorated { record, kind: "accessor", is_static, key });
        match (key, decorated) {
            (Key::Private(name), Some(decorated)) => {
                let target = expression_of(if is_static { "this" } else { "this.prototype" }, self.builder);
                let text = "__original($0, { get [$1]() { return this.#$2; }, \
                            set [$1](value) { this.#$2 = value; } }, $1);";
                let pieces = [Piece::Expression(target), key.piece(self.builder), Piece::Name(storage)];
                let original = expression(text, pieces, self.builder);
                let record = decorated.record;
                self.apply(decorated, Some(original));
                let text = "class C { get #$0() { return $1.descriptor.get.call(this); } \
                            set #$0(value) { $1.descriptor.set.call(this, value); } }";
                self.push(text, [Piece::Name(name), Piece::Name(record)], is_static);
            }
            (Key::Private(name), None) => {
                let text = "class C { get #$0() { return this.#$1; } set #$0(value) { this.#$1 = value; } }";
                self.push(text, [Piece::Name(name), Piece::Name(storage)], is_static);
            }
            (Key::Text(name), None) if accessor.key.is_identifier() => {
                let text = "class C { get $0() { return this.#$1; } set $0(value) { this.#$1 = value; } }";
                self.push(text, [Piece::Name(name), Piece::Name(storage)], is_static);
            }
            (key, decorated) => {
                decorated.into_iter().for_each(|decorated| self.apply(decorated, None));
                let first = Piece::Expression(key_value(&mut accessor.key, self.builder));
                let text = "class C { get [$0]() { return this.#$2; } set [$1](value) { this.#$2 = value; } }";
                self.push(text, [first, key.piece(self.builder), Piece::Name(storage)], is_static);
            }
        }
        if let Some(record) = record {
            self.initialised(record, is_static);
        }
    }

    /// The value of a field, as its decorators make it.
    fn value(
        &mut self,
        value: Option<ast::Expression<'a>>,
        key: Key<'a>,
        record: Option<Ident<'a>>,
        this: Option<Ident<'a>>,
    ) -> Option<ast::Expression<'a>> {
        let value = value.map(|mut value| {
            if let Some(this) = this {
                ThisReplacement::new(this, self.builder).visit_expression(&mut value);
            }
            // It is named after the member wherever it stands.
            if value.is_anonymous_function_definition() {
                value = expression(
                    "({ [$0]: $1 })[$0];",
                    [key.piece(self.builder), Piece::Expression(value)],
                    self.builder,
                );
            }
            value
        });
        let Some(record) = record else { return value };
        let value = value.unwrap_or_else(|| ast::Expression::new_void_0(SPAN, self.builder));
        let pieces = [Piece::Name(record), self.this(this), Piece::Expression(value)];
        Some(expression("__initial($0, $1, $2);", pieces, self.builder))
    }

    /// Runs what decorators of a field wanted to run once it has its value.
    fn initialised(&mut self, record: Ident<'a>, is_static: bool) {
        let this = self.this(self.replacement.filter(|_| is_static));
        if is_static {
            self.push("class C { static { __extra($0.extra, $1); } }", [Piece::Name(record), this], true);
        } else {
            let name = self.names.fresh("initialised", self.builder);
            let pieces = [Piece::Name(name), Piece::Name(record), this];
            self.push("class C { #$0 = __extra($1.extra, $2); }", pieces, false);
        }
    }

    fn this(&self, replacement: Option<Ident<'a>>) -> Piece<'a> {
        replacement.map_or_else(|| Piece::Expression(expression_of("this", self.builder)), Piece::Name)
    }

    /// Evaluates what still waits in the key of a method that is taken away again.
    fn last_keys(&mut self) -> bool {
        if self.pending.is_empty() {
            return false;
        }
        self.pending.push(expression("$0;", [Piece::Text(Ident::from(LAST_KEY))], self.builder));
        let key = self.sequence();
        self.push("class C { [$0]() {} }", [Piece::Expression(key)], true);
        true
    }

    /// The static block that applies all decorators.
    fn application(
        &mut self,
        decorated: Option<Ident<'a>>,
        binding: Option<Ident<'a>>,
        shown: Option<Ident<'a>>,
        has_dummy: bool,
    ) -> ArenaVec<'a, ast::ClassElement<'a>> {
        let mut body = ArenaVec::new_in(self.builder);
        if has_dummy {
            body.extend(statements("delete this[$0];", [Piece::Text(Ident::from(LAST_KEY))], self.builder));
        }
        let shared = || Piece::Name(self.shared);
        body.extend(statements("$0 = __decorating(this);", [shared()], self.builder));
        let has_statics = !self.applied[0].is_empty();
        for list in &mut self.applied {
            body.extend(list.drain(..));
        }
        match (decorated, self.replacement) {
            (Some(decorated), Some(this)) => {
                let shown = Piece::Text(shown.unwrap_or_else(|| Ident::from("")));
                let pieces = [Piece::Name(decorated), shared(), shown, Piece::Name(this)];
                let text = "$0 = __class($1, $0, this, $2); $3 = $0.value;";
                body.extend(statements(text, pieces, self.builder));
                if let Some(binding) = binding {
                    body.extend(statements("$0 = $1;", [Piece::Name(binding), Piece::Name(this)], self.builder));
                }
            }
            _ => body.extend(statements("__describe($0, this);", [shared()], self.builder)),
        }
        if has_statics {
            let pieces = [shared(), self.this(self.replacement)];
            body.extend(statements("__extra($0.statics, $1);", pieces, self.builder));
        }
        members("class C { static { $0; } }", [Piece::Statements(body)], self.builder)
    }

    /// Runs what decorators of methods wanted to run first in an instance.
    fn start(&mut self, has_methods: bool) -> ArenaVec<'a, ast::ClassElement<'a>> {
        if !has_methods {
            return ArenaVec::new_in(self.builder);
        }
        let name = self.names.fresh("start", self.builder);
        let pieces = [Piece::Name(name), Piece::Name(self.shared)];
        members("class C { #$0 = __extra($1.instances, this); }", pieces, self.builder)
    }

    /// Adds the members of a class that is written as text.
    fn push<const N: usize>(&mut self, text: &'static str, pieces: [Piece<'a>; N], is_static: bool) {
        for mut element in members(text, pieces, self.builder) {
            match &mut element {
                ast::ClassElement::MethodDefinition(method) => method.r#static = is_static,
                ast::ClassElement::PropertyDefinition(property) => property.r#static = is_static,
                _ => {}
            }
            self.out.push(element);
        }
    }
}

fn key_value<'a>(key: &mut ast::PropertyKey<'a>, builder: &AstBuilder<'a>) -> ast::Expression<'a> {
    let taken = key.take_in(builder);
    let span = taken.span();
    ast::Expression::try_from(taken).unwrap_or_else(|_| ast::Expression::new_void_0(span, builder))
}

fn expression_of<'a>(text: &'static str, builder: &AstBuilder<'a>) -> ast::Expression<'a> {
    expression(text, [], builder)
}
