// Keeps one WebAssembly instance: loads it once, runs calls on it, and replaces it after a crash.

import { CompilerCrashError, InitializationError, InvalidPathError, NotInitializedError } from "./errors.js";
import { addAll, answer, answerSync, isHost } from "./folder.js";

/**
 * @param bindings What wasm-bindgen generates: `initSync`, `Session`, `__wbg_reset_state`.
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

  /** Opens a session on the live instance. */
  function open(onDemand) {
    if (crashed) replace();
    const session = new bindings.Session(onDemand);
    const opened = generation;
    return {
      call(method, ...args) {
        try {
          return session[method](...args);
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
        if (opened === generation) session.free();
      },
    };
  }

  function replace() {
    generation += 1;
    bindings.__wbg_reset_state();
    crashed = false;
  }

  /** Fills a session with the folder and lets `work` call its methods. */
  function runSync(folder, work) {
    initSync();
    const onDemand = isHost(folder);
    const session = open(onDemand);
    try {
      (onDemand ? answerSync : addAll)(session.call, folder);
      return work(session.call);
    } finally {
      session.close();
    }
  }

  async function run(folder, work, { signal } = {}) {
    signal?.throwIfAborted();
    await init();
    if (!isHost(folder)) return runSync(folder, work);
    for (;;) {
      const session = open(true);
      try {
        await answer(session.call, folder, signal);
        return work(session.call);
      } catch (error) {
        // Another call crashed the instance while this one waited for its host: begin again on the new one.
        if (!session.isLost() || error instanceof CompilerCrashError) throw error;
      } finally {
        session.close();
      }
    }
  }

  return {
    init,
    run,
    runSync,
    check: (folder, options) => run(folder, check, options),
    pack: (folder, options) => run(folder, pack, options),
    checkSync: (folder) => runSync(folder, check),
    packSync: (folder) => runSync(folder, pack),
  };
}

const TAKES_A_PATH = new Set(["addFile", "addSymlink", "addFolder", "provideListing", "provideContent"]);

function check(call) {
  return JSON.parse(call("check"));
}

function pack(call) {
  const result = JSON.parse(call("pack"));
  if (result.status === "valid") result.archive = call("takeArchive");
  return result;
}

/** A trap, or a stack overflow, which engines report each in its own way. */
function isCrash(error) {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error?.name === "InternalError";
}
