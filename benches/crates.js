// What each crate brings to the .wasm: bytes of code before wasm-opt, which strips the names that tell.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "../scripts/builds.js";

const metadata = JSON.parse(
  execFileSync("cargo", ["metadata", "--format-version", "1", "--no-deps"], { cwd: root, encoding: "utf8" }),
);
const wasm = readFileSync(join(metadata.target_directory, "wasm32-unknown-unknown", "release", "agentmd.wasm"));

const sizes = new Map();
let total = 0;
const { bodies, names, imported } = parse(wasm);
bodies.forEach((size, index) => {
  const crate = crateOf(names.get(imported + index) ?? "");
  sizes.set(crate, (sizes.get(crate) ?? 0) + size);
  total += size;
});

const rows = [...sizes].sort(([, a], [, b]) => b - a);
console.log(`${(total / 1e3).toFixed(0)} kB of code, ${bodies.length} functions\n`);
for (const [crate, size] of rows.filter(([, size]) => size > total / 1000)) {
  console.log(`${crate.padEnd(28)} ${(size / 1e3).toFixed(1).padStart(8)} kB ${((100 * size) / total).toFixed(1).padStart(5)} %`);
}

/** The crate that a mangled name begins with; of an implementation, that of the type or trait. */
function crateOf(name) {
  const legacy = /^_ZN(\d+)(.*)$/.exec(name);
  if (legacy) {
    const first = legacy[2].slice(0, Number(legacy[1]));
    return /^[_$<]/.test(first) ? (/[a-z_][a-z0-9_]*(?=\.\.)/.exec(first)?.[0] ?? "other") : first;
  }
  const crate = /Cs[0-9A-Za-z]+_(\d+)_?/.exec(name);
  if (crate === null) return "other";
  return name.slice(crate.index + crate[0].length, crate.index + crate[0].length + Number(crate[1]));
}

function parse(bytes) {
  let at = 8;
  const found = { bodies: [], names: new Map(), imported: 0 };
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  const text = () => {
    const length = number();
    at += length;
    return bytes.toString("utf8", at - length, at);
  };
  while (at < bytes.length) {
    const section = bytes[at++];
    const end = number() + at;
    if (section === 2) {
      for (let count = number(); count > 0; count -= 1) {
        text();
        text();
        // Of the kinds of imports, wasm-bindgen has functions alone.
        if (bytes[at++] !== 0) throw new Error("an import is no function");
        number();
        found.imported += 1;
      }
    } else if (section === 10) {
      for (let count = number(); count > 0; count -= 1) {
        const size = number();
        found.bodies.push(size);
        at += size;
      }
    } else if (section === 0 && text() === "name") {
      while (at < end) {
        const kind = bytes[at++];
        const subsectionEnd = number() + at;
        if (kind === 1) {
          for (let count = number(); count > 0; count -= 1) {
            const index = number();
            found.names.set(index, text());
          }
        }
        at = subsectionEnd;
      }
    }
    at = end;
  }
  return found;
}
