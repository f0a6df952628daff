// Resources of `using` and `await using`, as the language specifies them.
const __SuppressedError = globalThis.SuppressedError ?? class SuppressedError extends Error {
  constructor(error, suppressed, message) {
    super(message);
    const own = (value) => ({ configurable: true, enumerable: false, writable: true, value });
    Object.defineProperties(this, { error: own(error), suppressed: own(suppressed) });
  }
  static {
    Object.defineProperty(this.prototype, "name", {
      configurable: true, enumerable: false, writable: true, value: "SuppressedError",
    });
  }
};
/** What is null is worth one wait, which is `due` unless something else has been `waited` for. */
function __scope() {
  return { resources: [], failed: false, error: undefined, due: false, waited: false, wait: undefined };
}
/** Takes note of a resource, and gives it back. */
function __use(scope, value, waits) {
  if (value === null || value === undefined) {
    if (waits) scope.resources.push({ value, dispose: undefined, waits });
    return value;
  }
  if (typeof value !== "object" && typeof value !== "function") throw new TypeError("What is used must be an object");
  let dispose = waits ? value[Symbol.asyncDispose] : undefined;
  if (dispose === null || dispose === undefined) {
    const now = value[Symbol.dispose];
    // What a synchronous method returns is not waited for.
    dispose = waits && typeof now === "function" ? async function () { Reflect.apply(now, this, []); } : now;
  }
  if (typeof dispose !== "function") throw new TypeError("What is used can't be disposed of");
  scope.resources.push({ value, dispose, waits });
  return value;
}
function __fail(scope, error) {
  scope.error = scope.failed ? new __SuppressedError(error, scope.error, "An error was suppressed during disposal") : error;
  scope.failed = true;
}
/** Disposes of resources, the last first, up to the next wait. Tells whether there is one; at the end, throws what failed. */
function __dispose(scope) {
  for (let resource; (resource = scope.resources.pop()) !== undefined; ) {
    if (resource.dispose === undefined) {
      scope.due = true;
      continue;
    }
    if (!resource.waits && scope.due && !scope.waited) {
      scope.resources.push(resource);
      return __wait(scope, undefined);
    }
    try {
      const result = Reflect.apply(resource.dispose, resource.value, []);
      if (!resource.waits) continue;
      scope.waited = true;
      return __wait(scope, result);
    } catch (error) {
      __fail(scope, error);
    }
  }
  if (scope.due && !scope.waited) return __wait(scope, undefined);
  if (scope.failed) throw scope.error;
  return false;
}
function __wait(scope, value) {
  scope.due = false;
  scope.wait = value;
  return true;
}
