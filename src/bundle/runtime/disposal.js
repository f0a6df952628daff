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
function __scope() {
  return { resources: [], failed: false, error: undefined };
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
    dispose = waits && typeof now === "function" ? function () { Reflect.apply(now, this, []); } : now;
  }
  if (typeof dispose !== "function") throw new TypeError("What is used can't be disposed of");
  scope.resources.push({ value, dispose, waits });
  return value;
}
function __fail(scope, error) {
  scope.error = scope.failed ? new __SuppressedError(error, scope.error, "An error was suppressed during disposal") : error;
  scope.failed = true;
}
/** Disposes of everything, the last first, and throws what went wrong in the scope or here. */
function __dispose(scope) {
  for (let resource; (resource = scope.resources.pop()) !== undefined; ) {
    try {
      Reflect.apply(resource.dispose, resource.value, []);
    } catch (error) {
      __fail(scope, error);
    }
  }
  if (scope.failed) throw scope.error;
}
/** The same where some are waited for: gives a promise, unless nothing is to be waited for. */
function __disposeAsync(scope) {
  // One wait is due for all that is null, unless something is waited for anyway.
  let due = false;
  const next = () => {
    for (let resource; (resource = scope.resources.pop()) !== undefined; ) {
      if (!resource.waits && due) {
        due = false;
        scope.resources.push(resource);
        return Promise.resolve().then(next);
      }
      if (resource.dispose === undefined) {
        due = true;
        continue;
      }
      try {
        const result = Reflect.apply(resource.dispose, resource.value, []);
        if (resource.waits) {
          due = false;
          return Promise.resolve(result).then(next, (error) => (__fail(scope, error), next()));
        }
      } catch (error) {
        __fail(scope, error);
        if (resource.waits) due = true;
      }
    }
    if (due) {
      due = false;
      return Promise.resolve().then(next);
    }
    if (scope.failed) throw scope.error;
    return undefined;
  };
  return next();
}
