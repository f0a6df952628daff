//! Outlines: the fields and headings of agent.md, the exports of a tool module.

use super::{Symbol, SymbolKind};
use crate::agent::Document;
use crate::bundle::Module;
use crate::parse::Node;
use crate::source::Span;

/// The outline of agent.md.
pub fn symbols(document: &Document) -> Vec<Symbol> {
    let mut found = fields(document.root);
    found.extend(headings(document.text, document.body));
    found
}

/// The exports of a module, where they stand.
pub fn exports(module: &Module) -> Vec<Symbol> {
    let names = module.exports().names.iter();
    let mut found: Vec<Symbol> = names.map(|(name, export)| symbol(name, SymbolKind::Export, export.span)).collect();
    found.sort_by_key(|symbol| symbol.span);
    found
}

fn fields(node: &Node) -> Vec<Symbol> {
    let entries = node.entries().iter().map(|entry| Symbol {
        span: entry.key.span.to(entry.value.span),
        children: fields(&entry.value),
        ..symbol(&entry.key.text, SymbolKind::Field, entry.key.span)
    });
    // An item that is a mapping is called what its `name` or first text says.
    let items = node.items().iter().filter(|item| !item.entries().is_empty()).map(|item| {
        let title = item.get("name").or_else(|| item.entries().first().map(|entry| &entry.value));
        let name = title.and_then(Node::as_str).unwrap_or("-");
        Symbol {
            children: fields(item),
            name_span: title.map_or(item.span, |title| title.span),
            ..symbol(name, SymbolKind::Field, item.span)
        }
    });
    entries.chain(items).collect()
}

/// The headings of the body, each with those that are below it.
fn headings(text: &str, body: Span) -> Vec<Symbol> {
    let mut found: Vec<(usize, Symbol)> = Vec::new();
    let mut fence: Option<&str> = None;
    let mut at = body.start as usize;
    for line in body.text(text).split_inclusive('\n') {
        let start = at;
        at += line.len();
        let line = line.trim_end();
        let marker = ["```", "~~~"].into_iter().find(|marker| line.trim_start().starts_with(marker));
        match (fence, marker) {
            (None, Some(_)) => fence = marker,
            (Some(open), Some(close)) if open == close => fence = None,
            _ => {}
        }
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        let title = line[level..].trim();
        if fence.is_none()
            && marker.is_none()
            && (1..=6).contains(&level)
            && line[level..].starts_with(' ')
            && !title.is_empty()
        {
            found.push((level, symbol(title, SymbolKind::Heading, Span::new(start, start + line.len()))));
        }
    }
    nested(found, body.end as usize)
}

/// Headings into a tree; each reaches to the next one of its level or above.
fn nested(found: Vec<(usize, Symbol)>, end: usize) -> Vec<Symbol> {
    let starts: Vec<(usize, usize)> =
        found.iter().map(|(level, symbol)| (*level, symbol.span.start as usize)).collect();
    let mut open: Vec<(usize, Symbol)> = Vec::new();
    let mut top = Vec::new();
    let close = |open: &mut Vec<(usize, Symbol)>, top: &mut Vec<Symbol>| {
        if let Some((_, symbol)) = open.pop() {
            match open.last_mut() {
                Some((_, parent)) => parent.children.push(symbol),
                None => top.push(symbol),
            }
        }
    };
    for (index, (level, mut symbol)) in found.into_iter().enumerate() {
        while open.last().is_some_and(|(above, _)| *above >= level) {
            close(&mut open, &mut top);
        }
        let next = starts[index + 1..].iter().find(|(other, _)| *other <= level).map_or(end, |(_, start)| *start);
        symbol.span = Span::new(symbol.span.start as usize, next);
        open.push((level, symbol));
    }
    while !open.is_empty() {
        close(&mut open, &mut top);
    }
    top
}

fn symbol(name: &str, kind: SymbolKind, span: Span) -> Symbol {
    Symbol { name: name.to_owned(), kind, span, name_span: span, children: Vec::new() }
}
