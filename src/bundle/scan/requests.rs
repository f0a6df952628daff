use oxc_ast::ast;

use super::syntax::{span_of, within};
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, quoted};
use crate::source::Span;
use crate::vfs::VfsPath;

/// One import of a module, of whatever form: what the rules of "Tool modules: imports" speak of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The specifier, escapes resolved.
    pub specifier: String,
    /// The specifier's literal, quotes included.
    pub span: Span,
    pub kind: RequestKind,
    /// Whether nothing but types is asked for, so that nothing is loaded.
    pub type_only: bool,
    pub attributes: Vec<Attribute>,
    /// The word before the attributes, where there are any.
    pub attribute_keyword: Option<AttributeKeyword>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// `import … from "x"`, `import "x"`.
    Import,
    /// `export … from "x"`.
    ExportFrom,
    /// `import("x")`.
    DynamicImport,
    /// `require("x")`.
    Require,
    /// `import x = require("x")`.
    ImportEquals,
    /// `import("x").T` where a type stands.
    ImportType,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKeyword {
    With,
    /// The syntax that `with` replaced.
    Assert,
}

/// `type: "json"` and the like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    pub key: String,
    pub value: String,
    pub span: Span,
}

impl Request {
    /// The text between the quotes, as a fix would replace it.
    pub fn text_span(&self) -> Span {
        within(self.span)
    }

    pub(super) fn new(literal: &ast::StringLiteral<'_>, kind: RequestKind, type_only: bool) -> Self {
        Self {
            specifier: literal.value.to_string(),
            span: span_of(literal.span),
            kind,
            type_only,
            attributes: Vec::new(),
            attribute_keyword: None,
        }
    }

    pub(super) fn with_clause(mut self, clause: Option<&ast::WithClause<'_>>) -> Self {
        if let Some(clause) = clause {
            self.attribute_keyword = Some(match clause.keyword {
                ast::WithClauseKeyword::With => AttributeKeyword::With,
                ast::WithClauseKeyword::Assert => AttributeKeyword::Assert,
            });
            self.attributes.extend(clause.with_entries.iter().map(|entry| Attribute {
                key: entry.key.as_arena_str().to_string(),
                value: entry.value.value.to_string(),
                span: span_of(entry.span),
            }));
        }
        self
    }

    /// The second argument of `import()`, where it is written out; otherwise it is returned as something to refuse.
    pub(super) fn with_options(mut self, options: &ast::Expression<'_>) -> Result<Self, Span> {
        let unclear = Err(span_of(oxc_span::GetSpan::span(options)));
        let ast::Expression::ObjectExpression(object) = options.without_parentheses() else { return unclear };
        for property in &object.properties {
            let Some((key, value)) = plain_property(property) else { return unclear };
            let keyword = match key.as_str() {
                "with" => AttributeKeyword::With,
                "assert" => AttributeKeyword::Assert,
                _ => return unclear,
            };
            let ast::Expression::ObjectExpression(attributes) = value.without_parentheses() else { return unclear };
            self.attribute_keyword = Some(keyword);
            for attribute in &attributes.properties {
                let Some((key, ast::Expression::StringLiteral(value))) = plain_property(attribute) else {
                    return unclear;
                };
                let span = span_of(oxc_span::GetSpan::span(attribute));
                self.attributes.push(Attribute { key, value: value.value.to_string(), span });
            }
        }
        Ok(self)
    }

    /// What attributes may not say, whatever the specifier leads to.
    pub(super) fn attribute_problems(&self, file: &VfsPath, diagnostics: &mut Vec<Diagnostic>) {
        for attribute in &self.attributes {
            if attribute.key == "type" && attribute.value == "macro" {
                diagnostics.push(
                    Diagnostic::new(
                        Code::ToolMacro,
                        file,
                        attribute.span,
                        "macros run while bundling, and tools are bundled without running any code",
                    )
                    .help("Call the function where its result is needed, or write the result into the module."),
                );
            } else if self.attribute_keyword == Some(AttributeKeyword::Assert) {
                diagnostics.push(
                    Diagnostic::new(
                        Code::UnsupportedToolInput,
                        file,
                        attribute.span,
                        "import assertions (`assert`) were replaced by import attributes (`with`)",
                    )
                    .help("Write `with { type: \"json\" }`, or nothing at all: JSON files need no attribute here."),
                );
            } else if attribute.key != "type" || attribute.value != "json" || !self.specifier.ends_with(".json") {
                diagnostics.push(
                    Diagnostic::new(
                        Code::UnsupportedToolInput,
                        file,
                        attribute.span,
                        format!(
                            "the attribute {} does not go with {}",
                            quoted(&format!("{}: \"{}\"", attribute.key, attribute.value)),
                            quoted(&self.specifier)
                        ),
                    )
                    .help("The only attribute is `type: \"json\"`, on a `.json` file."),
                );
            }
        }
    }
}

fn plain_property<'a, 'b>(property: &'b ast::ObjectPropertyKind<'a>) -> Option<(String, &'b ast::Expression<'a>)> {
    match property {
        ast::ObjectPropertyKind::ObjectProperty(property) if !property.computed && !property.method => {
            let key = property.key.static_name()?;
            Some((key.into_owned(), &property.value))
        }
        _ => None,
    }
}

/// `import()` or `require()` of something that is no string literal.
pub(super) fn not_a_literal(
    file: &VfsPath,
    source: &str,
    call: &str,
    argument: Option<&ast::Expression<'_>>,
    whole: Span,
) -> Diagnostic {
    let Some(argument) = argument else {
        return Diagnostic::new(
            Code::DynamicImport,
            file,
            whole,
            format!("`{call}()` takes exactly one argument, a string literal"),
        );
    };
    let span = span_of(oxc_span::GetSpan::span(argument));
    let diagnostic = Diagnostic::new(
        Code::DynamicImport,
        file,
        span,
        format!("{} is no string literal, so what `{call}()` loads can't be packaged", quoted(span.text(source))),
    )
    .help(format!("Write the path out: `{call}(\"./file.ts\")`, one call for each file that is meant."));
    if let ast::Expression::TemplateLiteral(template) = argument.without_parentheses()
        && let [only] = &template.quasis[..]
        && let Some(cooked) = only.value.cooked
        && let Ok(literal) = serde_json::to_string(cooked.as_str())
    {
        let fix = Fix::safe("Write it as a string literal", vec![Edit::replace(file, span, literal)]);
        return diagnostic.fix(fix);
    }
    diagnostic
}
