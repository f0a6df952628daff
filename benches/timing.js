// Timing in one process: interleaved rounds, so that what disturbs the machine disturbs all alike.

import { readFileSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/**
 * The median time of each piece of work, in milliseconds.
 *
 * @param {Record<string, () => unknown>} works
 */
export async function medians(works, { warmUp, rounds }) {
  const times = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [name, work] of Object.entries(works)) {
      const started = performance.now();
      await work();
      if (round >= 0) times[name].push(performance.now() - started);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

export function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Bytes of a file, plain and compressed as servers do it. */
export function sizes(file) {
  const bytes = readFileSync(file);
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  return {
    raw: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes, brotli).length,
  };
}

/** The files of a folder on disk, in memory. */
export function readFolder(root) {
  const files = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    files[relative(root, path).split(sep).join("/")] = readFileSync(path);
  }
  return files;
}

/** Columns padded to their widest cell; the first on the left, the others on the right. */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const padded = (cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]));
  return rows.map((row) => `${row.map(padded).join("  ").trimEnd()}\n`).join("");
}
