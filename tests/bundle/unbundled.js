// A folder as Node runs it with nothing bundled: JavaScript as it is, TypeScript compiled by npm `typescript`.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

import { entries } from "./cases.js";

/** Writes a folder and gives the file to run. */
export function writeUnbundled(folder, files) {
  writeFiles(folder, files);
  const paths = Object.keys(files).filter((path) => !path.endsWith(".json"));
  const typed = paths.some((path) => /\.tsx?$/.test(path));
  if (typed) compile(folder, files, paths);
  // Node tells ES modules by their syntax where no package.json says what they are.
  for (const path of paths) {
    const file = join(folder, compiled(path));
    const text = typed ? readFileSync(file, "utf8") : files[path];
    // CommonJS is strict in a bundle, as modules are, and a file without either's syntax is an ES module.
    if (isCommonJs(path, files[path])) writeFileSync(file, `"use strict";${withJavaScriptNames(text)}`);
    else if (!/^\s*(import|export)\b/m.test(text)) writeFileSync(file, `${text}\nexport {};\n`);
  }
  const mains = entries(files).map(compiled);
  if (mains.length === 1) return join(folder, mains[0]);
  const all = join(folder, "all-entries.mjs");
  writeFileSync(all, mains.map((path) => `import "./${path}";\n`).join(""));
  return all;
}

export function writeFiles(folder, files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Two passes, since TypeScript takes from package.json alone whether a file is CommonJS. */
function compile(folder, files, paths) {
  const manifest = join(folder, "package.json");
  for (const type of ["module", "commonjs"]) {
    writeFileSync(manifest, JSON.stringify({ type }));
    const program = ts.createProgram(
      paths.map((path) => join(folder, path)),
      {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.NodeNext,
        rewriteRelativeImportExtensions: true,
        jsx: ts.JsxEmit.React,
        allowJs: true,
        esModuleInterop: true,
        noCheck: true,
        noLib: true,
        types: [],
        rootDir: folder,
        outDir: folder,
        suppressOutputPathCheck: true,
      },
    );
    for (const path of paths) {
      if (!/\.tsx?$/.test(path) || isCommonJs(path, files[path]) !== (type === "commonjs")) continue;
      program.emit(program.getSourceFile(join(folder, path)));
    }
  }
  rmSync(manifest);
  for (const path of paths.filter((path) => /\.m?js$/.test(path) && !isCommonJs(path, files[path]))) {
    writeFileSync(join(folder, path), withJavaScriptNames(files[path]));
  }
}

function compiled(path) {
  return path.replace(/\.tsx?$/, ".js");
}

/** What TypeScript does to specifiers in its own files, for files and calls that it leaves alone. */
function withJavaScriptNames(text) {
  return text.replace(/((?:from|import|require\(|import\()\s*"\.[^"]*)\.tsx?"/g, '$1.js"');
}

/** Whether the bundler takes a file for CommonJS; texts of fixtures that look like code of either kind mislead this. */
function isCommonJs(path, text) {
  const module = /^\s*(import\b(?!\s*\(|\s+(type\s+)?\w+\s*=)|export\b(?!\s*=))|import\.meta/m;
  if (path.endsWith(".mjs") || module.test(text)) return false;
  return /^\s*export\s*=|\b(require\(|module\b|exports\b)/m.test(text);
}
