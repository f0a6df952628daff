// Decorators of classes and their members, as the stage 3 proposal specifies them.
/** Looked up late: programs bring the symbol themselves where it isn't there. */
function __metadataKey() {
  return Symbol.metadata ?? Symbol.for("Symbol.metadata");
}
/** What the decorators of one class share. */
function __decorating(constructor) {
  const parent = Object.getPrototypeOf(constructor)?.[__metadataKey()] ?? null;
  return { metadata: Object.create(parent), statics: [], instances: [] };
}
function __propertyKey(value) {
  return Reflect.ownKeys({ [value]: undefined })[0];
}
/** Applies decorators, the innermost first; `accept` takes what each returns, and `current` gives what is decorated. */
function __apply(decorators, context, access, metadata, extra, current, accept) {
  for (const decorator of decorators.toReversed()) {
    let open = true;
    const addInitializer = (initializer) => {
      if (!open) throw new TypeError("Initializers can be added while the decorator runs only");
      if (typeof initializer !== "function") throw new TypeError("An initializer must be a function");
      extra.push(initializer);
    };
    const rest = access === undefined ? { metadata, addInitializer } : { access: { ...access }, metadata, addInitializer };
    const result = Reflect.apply(decorator, undefined, [current(), { ...context, ...rest }]);
    open = false;
    if (result !== undefined) accept(result);
  }
}
function __function(value, what) {
  if (typeof value !== "function") throw new TypeError(`${what} must be a function or undefined`);
  return value;
}
function __access(kind, key) {
  const access = { has: (object) => key in object };
  if (kind !== "setter") access.get = (object) => object[key];
  if (kind !== "method" && kind !== "getter") access.set = (object, value) => void (object[key] = value);
  return access;
}
/** Decorates a member of `target`, or one that is private: that one comes with its access and descriptor. */
function __member(shared, decorators, kind, key, isStatic, target, access, descriptor) {
  const isPrivate = access !== undefined;
  const ownsInitializers = kind === "field" || kind === "accessor";
  const extra = ownsInitializers ? [] : isStatic ? shared.statics : shared.instances;
  const initial = [];
  if (!isPrivate && kind !== "field") descriptor = Object.getOwnPropertyDescriptor(target, key);
  const slot = kind === "getter" ? "get" : kind === "setter" ? "set" : "value";
  const current = () =>
    kind === "field" ? undefined : kind === "accessor" ? { get: descriptor.get, set: descriptor.set } : descriptor[slot];
  const context = { kind, name: key, static: isStatic, private: isPrivate };
  __apply(decorators, context, access ?? __access(kind, key), shared.metadata, extra, current, (result) => {
    if (kind === "field") {
      initial.unshift(__function(result, "What decorates a field"));
    } else if (kind === "accessor") {
      if (result === null || typeof result !== "object") throw new TypeError("An accessor is decorated with an object");
      const { get, set, init } = result;
      if (get !== undefined) descriptor.get = __function(get, "get");
      if (set !== undefined) descriptor.set = __function(set, "set");
      if (init !== undefined) initial.unshift(__function(init, "init"));
    } else {
      descriptor[slot] = __function(result, `What decorates a ${kind}`);
    }
  });
  if (!isPrivate && kind !== "field") Object.defineProperty(target, key, descriptor);
  return { initial, extra, descriptor };
}
/** Decorates a class, and gives it its metadata. */
function __class(shared, decorators, constructor, name) {
  const extra = [];
  let value = constructor;
  __apply(decorators, { kind: "class", name }, undefined, shared.metadata, extra, () => value, (result) => {
    value = __function(result, "What decorates a class");
  });
  __describe(shared, value);
  return { value, extra };
}
function __describe(shared, constructor) {
  const description = { configurable: true, enumerable: true, writable: true, value: shared.metadata };
  Object.defineProperty(constructor, __metadataKey(), description);
}
/** The descriptor of a private member that is made as one of `members`, whose `super` is that of `target`. */
function __original(target, members, key) {
  Object.setPrototypeOf(members, Object.getPrototypeOf(target));
  return Object.getOwnPropertyDescriptor(members, key);
}
function __initial(member, object, value) {
  for (const initializer of member.initial) value = Reflect.apply(initializer, object, [value]);
  return value;
}
function __extra(initializers, object) {
  for (const initializer of initializers) Reflect.apply(initializer, object, []);
}
function __field(object, key, value) {
  Object.defineProperty(object, key, { configurable: true, enumerable: true, writable: true, value });
}
