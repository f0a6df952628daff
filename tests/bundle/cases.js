// The fixtures, as `tests/bundle.rs` reads them too. A file holds one case or several; each is a folder of its own.
//
//   //- case NAME      starts another case of the file
//   //- PATH           a file of the folder; `main.*` are its entries
//   //- expected       what the console shows when the folder runs
//   //- refused        what is wrong with the folder, a line each: code, file, the text under the span
//   //- absent         texts, a line each, that the bundle does not have
//   //- unchecked      why Node can't run the folder as it is; its last line may say `agree: esbuild, rolldown, bun`
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("fixtures", import.meta.url));

/**
 * @typedef {object} Case
 * @property {string} name file and case, `/` between them
 * @property {Record<string, string>} files
 * @property {string[]=} expected
 * @property {string[]=} refused
 * @property {string=} unchecked
 */

/** @returns {Case[]} */
export function readCases() {
  return readdirSync(folder).sort().flatMap((file) => parse(file).map(toCase));
}

/** Replaces what cases are expected to show, by name. */
export function writeExpected(traces) {
  for (const file of readdirSync(folder).sort()) {
    const cases = parse(file);
    for (const one of cases) {
      const trace = traces[one.name];
      if (trace === undefined) continue;
      one.sections = one.sections.filter(([title]) => title !== "expected");
      one.sections.push(["expected", trace.map((line) => `${line}\n`).join("")]);
    }
    const text = cases.map(({ heading, sections }) =>
      [...(heading === undefined ? [] : [[heading, ""]]), ...sections]
        .map(([title, content]) => `//- ${title}\n${content}`).join(""),
    );
    writeFileSync(join(folder, file), text.join(""));
  }
}

/** The entries of a folder, in the order in which they run. */
export function entries(files) {
  return Object.keys(files).filter((path) => path.startsWith("main")).sort();
}

function parse(file) {
  const stem = file.replace(/\.fixture$/, "");
  const cases = [];
  for (const section of readFileSync(join(folder, file), "utf8").split("//- ").slice(1)) {
    const end = section.indexOf("\n");
    const [title, content] = [section.slice(0, end), section.slice(end + 1)];
    if (title.startsWith("case ")) cases.push({ name: `${stem}/${title.slice(5)}`, heading: title, sections: [] });
    else {
      if (cases.length === 0) cases.push({ name: stem, sections: [] });
      cases.at(-1).sections.push([title, content]);
    }
  }
  return cases;
}

function toCase({ name, sections }) {
  const lines = (content) => content?.split("\n").filter((line) => line !== "");
  const { expected, refused, absent, unchecked, ...files } = Object.fromEntries(sections);
  for (const path of Object.keys(files)) files[path] = files[path].replace(/\n$/, "");
  return { name, files, expected: lines(expected), refused: lines(refused), unchecked };
}
