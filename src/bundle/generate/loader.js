// Evaluates ES modules as the language specifies it: cyclic, asynchronous, each once.
const __modules = new Map();
function __module(exports, imports, body, awaits = false) {
  __modules.set(exports, {
    exports, imports, body, awaits, state: "new", code: undefined, requests: [], root: undefined, index: 0, ancestor: 0,
    failure: undefined, order: undefined, pending: 0, parents: [], promise: undefined, settle: undefined,
    marked: undefined,
  });
}
function __facade(exports, load, names) {
  __module(exports, () => [], function* () {
    yield {};
    const value = load();
    exports.default = value;
    for (const name of names) {
      exports[name] = value !== null && value !== undefined && Object.hasOwn(Object(value), name) ? value[name] : undefined;
    }
  });
}
function __link(root) {
  for (const waiting = [root]; waiting.length > 0; ) {
    const module = waiting.pop();
    if (module.code !== undefined) continue;
    module.code = module.body();
    const getters = module.code.next().value;
    for (const name of Object.keys(getters)) Object.defineProperty(module.exports, name, { get: getters[name] });
    module.requests = module.imports().map((exports) => __modules.get(exports));
    waiting.push(...module.requests);
  }
}
let __order = 0;
function __visit(module, stack, index) {
  if (module.state === "evaluated" || module.state === "waiting") {
    if (module.failure) throw module.failure.error;
    return index;
  }
  if (module.state === "evaluating") return index;
  module.state = "evaluating";
  module.index = module.ancestor = index;
  index += 1;
  stack.push(module);
  for (let request of module.requests) {
    index = __visit(request, stack, index);
    if (request.state === "evaluating") {
      module.ancestor = Math.min(module.ancestor, request.ancestor);
    } else {
      request = request.root;
      if (request.failure) throw request.failure.error;
    }
    if (typeof request.order === "number") {
      module.pending += 1;
      request.parents.push(module);
    }
  }
  if (module.pending > 0 || module.awaits) {
    module.order = __order++;
    if (module.pending === 0) __start(module);
  } else {
    module.code.next();
  }
  if (module.ancestor === module.index) {
    for (let done; done !== module; ) {
      done = stack.pop();
      done.state = done.order === undefined ? "evaluated" : "waiting";
      done.root = module;
    }
  }
  return index;
}
function __start(module) {
  new Promise((resolve, reject) => {
    const step = (method, value) => {
      let result;
      try {
        result = module.code[method](value);
      } catch (error) {
        return reject(error);
      }
      if (result.done) return resolve();
      Promise.resolve(result.value).then((value) => step("next", value), (error) => step("throw", error));
    };
    step("next");
  }).then(() => __fulfilled(module), (error) => __rejected(module, error));
}
function __available(module, found) {
  for (const parent of module.parents) {
    if (found.includes(parent) || parent.root?.failure) continue;
    parent.pending -= 1;
    if (parent.pending > 0) continue;
    found.push(parent);
    if (!parent.awaits) __available(parent, found);
  }
  return found;
}
function __done(module) {
  module.order = "done";
  module.state = "evaluated";
  module.settle?.resolve();
}
function __fulfilled(module) {
  if (module.state === "evaluated") return;
  const ready = __available(module, []).sort((a, b) => a.order - b.order);
  __done(module);
  for (const parent of ready) {
    if (parent.state === "evaluated") continue;
    if (parent.awaits) {
      __start(parent);
      continue;
    }
    try {
      parent.code.next();
    } catch (error) {
      __rejected(parent, error);
      continue;
    }
    __done(parent);
  }
}
function __rejected(module, error) {
  if (module.state === "evaluated") return;
  module.failure = { error };
  module.state = "evaluated";
  module.order = "done";
  for (const parent of module.parents) __rejected(parent, error);
  module.settle?.reject(error);
}
/** Gives a promise where something waits; otherwise it has run, or throws. */
function __evaluate(exports) {
  let module = __modules.get(exports);
  __link(module);
  if (module.state === "evaluated" || module.state === "waiting") module = module.root ?? module;
  if (module.promise) return module.promise;
  const stack = [];
  try {
    __visit(module, stack, 0);
  } catch (error) {
    for (const failed of stack) {
      failed.state = "evaluated";
      failed.failure = { error };
    }
    throw error;
  }
  if (typeof module.order !== "number") return undefined;
  module.promise = new Promise((resolve, reject) => (module.settle = { resolve, reject }));
  return module.promise;
}
function __import(exports, namespace) {
  return Promise.resolve().then(() => exports && __evaluate(exports)).then(() => namespace);
}
function __require(exports, namespace) {
  const module = __modules.get(exports);
  __link(module);
  const seen = new Set([module]);
  for (const { awaits, requests } of seen) {
    if (awaits) throw Object.assign(new Error("require() cannot be used on an ES module with top-level await"), { code: "ERR_REQUIRE_ASYNC_MODULE" });
    for (const request of requests) seen.add(request);
  }
  if (module.state === "evaluating") {
    throw Object.assign(new Error("an ES module cannot be required while it runs"), { code: "ERR_REQUIRE_CYCLE_MODULE" });
  }
  __evaluate(exports);
  if ("module.exports" in namespace) return namespace["module.exports"];
  if (!("default" in namespace) || "__esModule" in namespace) return namespace;
  if (module.marked) return module.marked;
  const marked = Object.create(null, { [Symbol.toStringTag]: { value: "Module" }, __esModule: { value: true, enumerable: true } });
  for (const name of Object.keys(namespace)) {
    Object.defineProperty(marked, name, { get: () => namespace[name], enumerable: true });
  }
  return (module.marked = Object.preventExtensions(marked));
}
