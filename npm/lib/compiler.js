// Keeps one WebAssembly instance: loads it once, runs calls on it, and replaces it after a crash.

import { CompilerCrashError, InitializationError, InvalidPathError, NotInitializedError } from "./errors.js";
import { addAll, answer, answerSync, isHost, namedFolders } from "./folder.js";

/**
 * @param bindings What wasm-bindgen generates: `initSync`, `Session`, `Reporter`, functions, `__wbg_reset_state`.
 * @param load Gives the module asynchronously, from the options of `init`.
 * @param loadSync Gives the module at once, where the runtime allows it.
 */
export function createCompiler({ bindings, load, loadSync }) {
  let started = false;
  let starting;
  // Grows with each replacement, so that a call which was waiting for its host notices that its session is gone.
  let generation = 0;
  let crashed = false;

  function init(options = {}) {
    if (started) return Promise.resolve();
    starting ??= (async () => {
      try {
        start(await load(options));
      } catch (cause) {
        throw new InitializationError(cause);
      } finally {
        starting = undefined;
      }
    })();
    return starting;
  }

  function initSync() {
    if (started) return;
    if (loadSync === undefined) throw new NotInitializedError();
    try {
      start(loadSync());
    } catch (cause) {
      throw new InitializationError(cause);
    }
  }

  function start(module) {
    if (started) return;
    bindings.initSync({ module });
    started = true;
  }

  /** Makes an object of one of the bindings' classes, on the live instance. */
  function open(Class, ...parameters) {
    if (crashed) replace();
    const object = new bindings[Class](...parameters);
    const opened = generation;
    return {
      object,
      call(method, ...args) {
        try {
          return object[method](...args);
        } catch (error) {
          if (isCrash(error)) {
            crashed = true;
            replace();
            throw new CompilerCrashError(error);
          }
          throw TAKES_A_PATH.has(method) && opened === generation ? new InvalidPathError(error.message, args[0]) : error;
        }
      },
      isLost: () => opened !== generation,
      close() {
        if (opened === generation) object.free();
      },
    };
  }

  function replace() {
    generation += 1;
    bindings.__wbg_reset_state();
    crashed = false;
  }

  /**
   * Fills a session with the folder and lets `work`, a generator, call its methods. Where that yields, the session may
   * need more of the folder, and is given it.
   */
  function runSync(folder, work) {
    initSync();
    const onDemand = isHost(folder);
    const session = open("Session", onDemand);
    try {
      (onDemand ? answerSync : addAll)(session.call, folder);
      const steps = work(session.call, session.object);
      for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
        if (onDemand) answerSync(session.call, folder);
      }
    } finally {
      session.close();
    }
  }

  async function run(folder, work, { signal } = {}) {
    signal?.throwIfAborted();
    await init();
    if (!isHost(folder)) return runSync(folder, work);
    for (;;) {
      const session = open("Session", true);
      try {
        const steps = work(session.call, session.object);
        for (;;) {
          await answer(session.call, folder, signal);
          const { done, value } = steps.next();
          if (done) return value;
        }
      } catch (error) {
        // Another call crashed the instance while this one waited for its host: begin again on the new one.
        if (!session.isLost() || error instanceof CompilerCrashError) throw error;
      } finally {
        session.close();
      }
    }
  }

  async function report(folders, { signal, ...options } = {}) {
    signal?.throwIfAborted();
    const named = namedFolders(folders);
    await init();
    for (;;) {
      const reporter = open("Reporter");
      try {
        for (const [name, folder] of named) {
          await run(folder, (call, session) => addTo(reporter, name, call, session), { signal });
        }
        return reporter.call("render", JSON.stringify(options));
      } catch (error) {
        if (!reporter.isLost() || error instanceof CompilerCrashError) throw error;
      } finally {
        reporter.close();
      }
    }
  }

  return {
    init,
    runSync,
    /** Calls a function of the bindings. */
    invoke(name, ...args) {
      initSync();
      return bindings[name](...args);
    },
    openReporter() {
      initSync();
      return open("Reporter");
    },
    check: (folder, options) => run(folder, check, options),
    pack: (folder, options) => run(folder, pack, options),
    fix: (folder, options) => run(folder, (call) => fix(call, options), options),
    report,
    checkSync: (folder) => runSync(folder, check),
    packSync: (folder) => runSync(folder, pack),
    fixSync: (folder, options) => runSync(folder, (call) => fix(call, options)),
  };
}

const TAKES_A_PATH = new Set(["addFile", "addSymlink", "addFolder", "provideListing", "provideContent"]);

// What is done with a session that has been given its folder.

function* check(call) {
  return JSON.parse(call("check"));
}

function* pack(call) {
  const result = JSON.parse(call("pack"));
  if (result.status === "valid") result.archive = call("takeArchive");
  return result;
}

/** Fixes until nothing is left to fix. Leaves the folder that was handed over as it is. */
export function* fix(call, { safeOnly = true } = {}) {
  let result = call("pack");
  while (call("fix", safeOnly)) {
    yield;
    result = call("pack");
  }
  const { fixed, changes } = JSON.parse(call("fixes"));
  for (const change of changes) {
    if (change.kind === "write") change.content = call("fixedContent", change.file);
  }
  return { ...JSON.parse(result), fixed, changes };
}

function* addTo(reporter, name, call, session) {
  call("pack");
  reporter.call("add", session, name);
}

/** A trap, or a stack overflow, which engines report each in its own way. */
function isCrash(error) {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error?.name === "InternalError";
}
