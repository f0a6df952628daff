// The forms in which a folder is handed over, and how each gets into a session.
// `call(method, ...arguments)` calls a method of the session.

import { InvalidFolderError, InvalidPathError } from "./errors.js";

/** How many questions a lazy host is asked at once. */
const CONCURRENCY = 64;

const KINDS = new Set(["file", "directory", "symlink"]);

const encoder = new TextEncoder();

/** Whether the folder answers questions (`list`, `read`) rather than being handed over whole. */
export function isHost(folder) {
  return typeof folder?.list === "function" && typeof folder?.read === "function";
}

/** Pairs of a name and a folder, for a report on several. */
export function namedFolders(folders) {
  if (typeof folders !== "object" || folders === null) {
    throw new InvalidFolderError("folders for a report are an object of names and folders, or an iterable of [name, folder]");
  }
  const pairs = Symbol.iterator in folders ? [...folders] : Object.entries(folders);
  if (!pairs.every((pair) => Array.isArray(pair) && typeof pair[0] === "string")) {
    throw new InvalidFolderError("folders for a report given as an iterable must be [name, folder] pairs");
  }
  return pairs;
}

/** Hands over a folder that is in memory: a plain object, or an iterable of `[path, content]`. */
export function addAll(call, folder) {
  for (const entry of entriesOf(folder)) {
    if (!Array.isArray(entry) || typeof entry[0] !== "string") {
      throw new InvalidFolderError("a folder given as an iterable must consist of [path, content] pairs");
    }
    const [path, content] = entry;
    checkUnicode(path);
    if (typeof content === "string" || isBytes(content)) {
      call("addFile", path, bytesOf(content));
    } else if (typeof content?.symlink === "string") {
      call("addSymlink", path);
    } else if (content?.directory === true) {
      call("addFolder", path);
    } else {
      throw new InvalidFolderError(
        `the content of ${JSON.stringify(path)} is neither a string, a Uint8Array, {symlink: string} nor {directory: true}`,
      );
    }
  }
}

/** Asks a host for what the session needs, until it needs nothing more. */
export function answerSync(call, host) {
  for (const { listings, contents } of rounds(call)) {
    for (const folder of listings) {
      provideListing(call, folder, atOnce(host.list(folder), `list(${JSON.stringify(folder)})`));
    }
    for (const path of contents) {
      provideContent(call, path, atOnce(host.read(path), `read(${JSON.stringify(path)})`));
    }
  }
}

/** The same for a host that may answer with promises. */
export async function answer(call, host, signal) {
  for (const { listings, contents } of rounds(call)) {
    await inBatches(listings, signal, async (folder) => {
      const entries = await host.list(folder);
      provideListing(call, folder, isAsyncIterable(entries) ? await collect(entries) : entries);
    });
    await inBatches(contents, signal, async (path) => provideContent(call, path, await host.read(path)));
  }
}

function entriesOf(folder) {
  if (typeof folder !== "object" || folder === null) {
    throw new InvalidFolderError(
      "a folder is an object of paths and contents, an iterable of [path, content], or a host with list() and read()",
    );
  }
  return Symbol.iterator in folder ? folder : Object.entries(folder);
}

function* rounds(call) {
  let before;
  for (;;) {
    const text = call("needs");
    const needs = JSON.parse(text);
    if (needs.listings.length === 0 && needs.contents.length === 0) return;
    if (text === before) throw new Error(`the compiler keeps asking for what it has been given: ${text}`);
    before = text;
    yield needs;
  }
}

function provideListing(call, folder, entries) {
  const pairs = [];
  for (const { name, kind } of entries) {
    if (typeof name !== "string" || !KINDS.has(kind)) {
      throw new InvalidFolderError(
        `list(${JSON.stringify(folder)}) must give entries {name, kind}, where kind is "file", "directory" or "symlink"`,
      );
    }
    checkUnicode(name);
    pairs.push([name, kind]);
  }
  call("provideListing", folder, JSON.stringify(pairs));
}

function provideContent(call, path, content) {
  if (typeof content !== "string" && !isBytes(content)) {
    throw new InvalidFolderError(`read(${JSON.stringify(path)}) must give a string or a Uint8Array`);
  }
  call("provideContent", path, bytesOf(content));
}

function atOnce(answer, question) {
  if (typeof answer?.then === "function" || isAsyncIterable(answer)) {
    throw new InvalidFolderError(`the host answers ${question} asynchronously: use check() or pack() with it`);
  }
  return answer;
}

async function inBatches(items, signal, work) {
  for (let start = 0; start < items.length; start += CONCURRENCY) {
    signal?.throwIfAborted();
    await Promise.all(items.slice(start, start + CONCURRENCY).map(work));
  }
  signal?.throwIfAborted();
}

async function collect(entries) {
  const collected = [];
  for await (const entry of entries) collected.push(entry);
  return collected;
}

function isAsyncIterable(value) {
  return typeof value?.[Symbol.asyncIterator] === "function";
}

/** A `Uint8Array` of any realm; Node's `Buffer` is one. */
function isBytes(value) {
  return ArrayBuffer.isView(value) && value[Symbol.toStringTag] === "Uint8Array";
}

function bytesOf(content) {
  return typeof content === "string" ? encoder.encode(content) : content;
}

function checkUnicode(path) {
  // A lone surrogate would silently become U+FFFD, and with it another path.
  if (/\p{Surrogate}/u.test(path)) {
    throw new InvalidPathError(`the path ${JSON.stringify(path)} has half a surrogate pair`, path);
  }
}
