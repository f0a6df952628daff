// `for await` where it can't stand: at the top of modules that are run step by step.
/** What `for await` goes over: an asynchronous iterator, or one that waits for what a synchronous one gives. */
function __loop(iterable) {
  const method = iterable[Symbol.asyncIterator];
  if (method === undefined || method === null) return { ...__waiting(__opened(iterable[Symbol.iterator]())), open: false };
  const iterator = __opened(Reflect.apply(method, iterable, []));
  const { next } = iterator;
  return { step: () => Reflect.apply(next, iterator, []), close: () => iterator.return?.(), open: false };
}
function __opened(value) {
  if ((typeof value !== "object" || value === null) && typeof value !== "function") {
    throw new TypeError(`${String(value)} is not an object`);
  }
  return value;
}
function __waiting(iterator) {
  const { next } = iterator;
  const settled = (call, failed) => {
    try {
      const { done, value } = __opened(call());
      const told = (value) => ({ done, value });
      return Promise.resolve(value).then(told, done ? undefined : failed);
    } catch (error) {
      return Promise.reject(error);
    }
  };
  // What closing throws gives way to the error that led to it.
  const failed = (error) => {
    try {
      iterator.return?.();
    } catch {}
    throw error;
  };
  return {
    step: () => settled(() => Reflect.apply(next, iterator, []), failed),
    close: () => (iterator.return === undefined ? undefined : settled(() => iterator.return())),
  };
}
/** Asks for the next value. Until it is there, there is nothing to close. */
function __step(loop) {
  loop.open = false;
  return loop.step();
}
function __stepped(loop, result) {
  if (__opened(result).done) return false;
  loop.value = result.value;
  return (loop.open = true);
}
