// Folders on disk for the tests, each in a new temporary folder that is removed when its test ends.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** @param {Record<string, string | Uint8Array | { symlink: string }>} files */
export function folderOnDisk(test, files) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "agentmd-")));
  test.after(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    if (content.symlink === undefined) writeFileSync(join(root, path), content);
    else symlinkSync(content.symlink, join(root, path));
  }
  return root;
}
