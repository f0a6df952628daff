// The packed example, unpacked by the system's tar into a folder that goes away afterwards.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

function required(variable, meaning) {
  const value = process.env[variable];
  if (value) return value;
  throw new Error(`set ${variable} to ${meaning}`);
}

/** Folder of the sources that were packed. */
export const source = fileURLToPath(new URL("../../examples/invoice", import.meta.url));

export const archive = required(
  "AGENTMD_ARCHIVE",
  "the .tgz that `agentmd pack examples/invoice --output FILE` wrote",
);

/** What `agentmd pack --json` printed about that archive. */
export const printed = JSON.parse(
  readFileSync(required("AGENTMD_PACK_JSON", "what that command printed with --json"), "utf8"),
);

export function temporaryFolder() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "agentmd-package-")));
  after(() => rmSync(folder, { recursive: true }));
  return folder;
}

export function unpack() {
  const folder = temporaryFolder();
  execFileSync("tar", ["-xzf", archive, "-C", folder]);
  return folder;
}
