// The map of every fixture's bundle, held to what strict readers ask, and its tokens to their places in the sources.
import assert from "node:assert/strict";
import { basename } from "node:path";
import { test } from "node:test";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import ts from "typescript";

import { bundle } from "./bundled.js";
import { readCases } from "./cases.js";
import { decode } from "./vlq.js";

// A line ends as JavaScript ends it.
const LINE_ENDS = /\r\n|[\n\r\u2028\u2029]/;

/** What every bundle has. */
const ours = new Set(tokens("tools.mjs", bundle({ "main.js": "" }).files["generated/tools.mjs"]).map(({ text }) => text));

let tokensSeen = 0;
for (const { name, files, refused } of readCases()) {
  if (refused !== undefined) continue;
  test(name, () => {
    const packed = bundle(files).files;
    const code = packed["generated/tools.mjs"];
    const map = JSON.parse(packed["generated/tools.mjs.map"]);
    followsTheRules(map, code, packed);
    tokensSeen += pointsToTokens(map, code, files);
  });
}

test("tokens were looked at", () => assert.ok(tokensSeen > 1200, `only ${tokensSeen}`));

function followsTheRules(map, code, packed) {
  assert.equal(map.version, 3);
  assert.equal(map.file, "tools.mjs");
  assert.equal(map.sourceRoot, undefined);
  assert.ok(code.endsWith("\n//# sourceMappingURL=tools.mjs.map\n"));
  assert.equal(new Set(map.sources).size, map.sources.length, "sources are listed once");
  assert.equal(new Set(map.names).size, map.names.length, "names are listed once");
  assert.equal(map.sourcesContent.length, map.sources.length);
  map.sources.forEach((source, index) => {
    const url = new URL(source, "file:///generated/tools.mjs.map");
    assert.match(source, /^\.\.\/source\//);
    assert.equal(map.sourcesContent[index], packed[decodeURIComponent(url.pathname).slice(1)], source);
  });
  const generated = code.split(LINE_ENDS);
  const originals = map.sourcesContent.map((content) => content.split(LINE_ENDS));
  const lines = decode(map.mappings);
  assert.ok(lines.length <= generated.length, "a line is mapped that is not there");
  lines.forEach((segments, at) => {
    let previous = -1;
    for (const [column, source, line, originalColumn, name] of segments) {
      assert.ok(column > previous, `line ${at}: segments are sorted, one for a column`);
      assert.ok(column < generated[at].length, `line ${at}: column ${column} is behind the line's end`);
      previous = column;
      if (source === undefined) continue;
      const text = originals[source]?.[line];
      assert.ok(text !== undefined, `line ${at}: there is no line ${line} in source ${source}`);
      assert.ok(originalColumn >= 0 && originalColumn <= text.length, `line ${at}: original column ${originalColumn}`);
      assert.ok(name === undefined || map.names[name] !== undefined, `line ${at}: there is no name ${name}`);
      if (name !== undefined) assert.ok(text.startsWith(map.names[name], originalColumn), `${map.names[name]} is not at its place`);
    }
  });
}

/** Checks every token whose text is unique in the sources and in the bundle, and counts them. */
function pointsToTokens(map, code, files) {
  const trace = new TraceMap(map);
  const written = unique(tokens("tools.mjs", code));
  const bundled = map.sources.map((source) => decodeURIComponent(source.replace("../source/", "")));
  const sources = Object.entries(files).filter(([path]) => bundled.includes(path) && !path.endsWith(".json"));
  // Default exports may be named after their files.
  const stems = new Set(bundled.map((path) => basename(path).replace(/\.\w+$/, "")));
  const originals = unique(sources.flatMap(([path, text]) => tokens(path, text)));
  let seen = 0;
  for (const [text, { path, line, column, placed }] of originals) {
    const there = written.get(text);
    if (!placed || !there?.placed || ours.has(text) || stems.has(text)) continue;
    const found = originalPositionFor(trace, { line: there.line + 1, column: there.column });
    const source = found.source === null ? null : decodeURIComponent(found.source.replace("../source/", ""));
    // What is read off a namespace is one with it.
    const [start, end] = [Math.min(found.column, column), Math.max(found.column, column)];
    const between = files[path].split(LINE_ENDS)[line].slice(start, end);
    const exact = /^[\w$]+\.$/.test(between) ? found.column : column;
    assert.deepEqual([source, found.line, found.column], [path, line + 1, exact], `${text} of ${path}`);
    seen += 1;
  }
  return seen;
}

/** Identifiers and literals, with their places; `placed` where they stand in the bundle as they are. */
function tokens(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, ts.ScriptKind[path.endsWith(".tsx") ? "TSX" : "TS"]);
  const found = [];
  const visit = (node, placed) => {
    placed &&= !isWrittenAnew(node, file);
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isLiteralExpression(node)) {
      const start = node.getStart(file);
      const { line, character } = file.getLineAndCharacterOfPosition(start);
      const word = ts.isStringLiteral(node) ? JSON.stringify(node.text) : text.slice(start, node.end);
      found.push({ text: word, path, line, column: character, placed });
    }
    ts.forEachChild(node, (child) => visit(child, placed));
  };
  visit(file, true);
  return found;
}

/**
 * Statements of imports and re-exports, aliases, members of enums, the names of built-in modules; and what the bundler
 * makes: namespaces, and what a wrapped module shows.
 */
function isWrittenAnew(node, file) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isImportEqualsDeclaration(node)) return true;
  if (ts.isYieldExpression(node)) return ts.isObjectLiteralExpression(node.expression ?? node);
  if (ts.isCallExpression(node)) return node.expression.getText(file) === "__namespace";
  return ts.isEnumMember(node) || (ts.isStringLiteral(node) && node.text.startsWith("node:"));
}

function unique(all) {
  const once = new Map();
  for (const token of all) once.set(token.text, once.has(token.text) ? undefined : token);
  return new Map([...once].filter(([, token]) => token !== undefined));
}
