//! Namespaces that are used as values.

use super::source_map::SourceMapWriter;
use super::text::key;
use super::value;
use crate::bundle::link::{Linked, Owner};

pub(super) const FUNCTION: &str = "__namespace";

/// Makes an object that behaves as a module namespace does: live, read-only, its keys in order.
///
/// A getter alone would be told apart by `getOwnPropertyDescriptor`, which shows data properties on a true namespace. `console.log` looks behind a proxy without asking it, so there is one
/// more for it to look behind.
const SOURCE: &str = r#"function __namespace(getters, ...stars) {
  for (const star of stars) {
    for (const name of Object.keys(star)) {
      if (name !== "default" && !Object.hasOwn(getters, name)) getters[name] = () => star[name];
    }
  }
  const names = Object.keys(getters).sort();
  const target = Object.create(null, { [Symbol.toStringTag]: { value: "Module" } });
  for (const name of names) Object.defineProperty(target, name, { value: undefined, writable: true, enumerable: true });
  Object.preventExtensions(target);
  const descriptor = (name) => ({ value: getters[name](), writable: true, enumerable: true, configurable: false });
  const has = (name) => typeof name === "string" && Object.hasOwn(getters, name);
  const namespace = new Proxy(target, {
    get: (_, name) => (has(name) ? getters[name]() : target[name]),
    set: () => false,
    getOwnPropertyDescriptor: (_, name) => (has(name) ? descriptor(name) : Reflect.getOwnPropertyDescriptor(target, name)),
    defineProperty: (_, name, { get, set, value, ...flags }) => {
      const current = has(name) ? descriptor(name) : Reflect.getOwnPropertyDescriptor(target, name);
      return (
        current !== undefined && get === undefined && set === undefined &&
        Object.entries(flags).every(([flag, on]) => current[flag] === on) &&
        (value === undefined || Object.is(value, current.value))
      );
    },
    ownKeys: () => [...names, Symbol.toStringTag],
  });
  return new Proxy(namespace, {});
}
"#;

pub(super) fn write(linked: &Linked, output: &mut SourceMapWriter) {
    let namespaces = &linked.references.namespaces;
    if namespaces.is_empty() {
        return;
    }
    output.write(SOURCE);
    for (node, namespace) in namespaces {
        let Some(name) = linked.name_of(&Owner::Namespace(*node)) else { continue };
        output.write(&format!("const {name} = {FUNCTION}({{"));
        for (exported, reference) in &namespace.names {
            output.write(&format!("\n  {}: () => {},", key(exported), value(linked, reference)));
        }
        output.write(if namespace.names.is_empty() { "}" } else { "\n}" });
        for star in &namespace.stars {
            output.write(&format!(", {}", linked.name(*star)));
        }
        output.write(");\n");
    }
}
