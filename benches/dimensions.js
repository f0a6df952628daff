// The dimensions in which an input can grow: a name, the largest size, the folder of a size, and the codes of errors and
// warnings that it has.

const lines = (count, line) => Array.from({ length: count }, (_, at) => line(at)).join("");

/** An agent.md with more frontmatter, and a body. */
const agent = (frontmatter, body = "Do it.\n") => `---\nname: agent\nmodel: zai/glm\n${frontmatter}---\n${body}`;
const PACKAGE = '{ "type": "module" }\n';

const frontmatter = (text) => ({ "agent.md": agent(text) });
const body = (text) => ({ "agent.md": agent("", text) });
const builtin = (text) => frontmatter(`harness:\n  tools:\n    builtin: ${text}`);

/** A folder with one tool module, and what that imports. */
const tool = (code, files = {}) => ({
  "agent.md": agent("harness:\n  tools:\n    modules:\n      - {path: t.ts, name: t}\n"),
  "package.json": PACKAGE,
  "t.ts": code,
  ...files,
});
const files = (count, path, content) => Object.fromEntries(Array.from({ length: count }, (_, at) => [path(at), content(at)]));

const packageJson = (text) => ({ ...tool("export default 1;\n"), "package.json": text });

/** A chain of modules m/0.ts, m/1.ts … to the nth, which exports `a` and a default. */
const chain = (count, code) => ({ ...files(count, (at) => `m/${at}.ts`, code), [`m/${count}.ts`]: "export const a = 1;\nexport default a;\n" });

const SKILL = "---\nname: s\ndescription: What it is for.\n---\nText.\n";
const skill = (more) => ({ ...frontmatter("harness:\n  tools: {builtin: [read]}\n  skills: [skills/s]\n"), "skills/s/SKILL.md": SKILL, ...more });

/** Frontmatter by itself. */
const ofFrontmatter = [
  ["frontmatter: comment lines", 100_000, (n) => frontmatter("# a comment\n".repeat(n)), []],
  ["frontmatter: unknown keys", 100_000, (n) => frontmatter(lines(n, (at) => `k${at}: v\n`)), ["AGENT_SCHEMA"]],
  ["frontmatter: near-miss keys", 100_000, (n) => frontmatter(lines(n, (at) => `thinkin${at}: v\n`)), ["AGENT_SCHEMA"]],
  ["frontmatter: near-miss paths", 10_000, (n) => ({
    ...frontmatter(`harness:\n  files:\n${lines(n, (at) => `    - data/fil${at}.txt\n`)}`),
    ...files(n, (at) => `data/file${at}.txt`, () => "x"),
  }), ["SOURCE_NOT_FOUND"]],
  ["frontmatter: one key, repeated", 100_000, (n) => frontmatter("thinking: low\n".repeat(n)), ["YAML_PARSE"]],
  ["frontmatter: stray lines", 100_000, (n) => frontmatter("stray words of prose\n".repeat(n)), ["YAML_PARSE"]],
  ["frontmatter: unclosed quotes", 100_000, (n) => frontmatter(lines(n, (at) => `k${at}: "v\n`)), ["AGENT_SCHEMA", "YAML_PARSE"]],
  ["frontmatter: unquoted colons", 100_000, (n) => frontmatter(lines(n, (at) => `k${at}: a: b\n`)), ["AGENT_SCHEMA", "YAML_PARSE"]],
  ["frontmatter: never closed", 100_000, (n) => ({ "agent.md": `---\nname: agent\nmodel: a/b\n${lines(n, (at) => `k${at}: v\n`)}` }), ["AGENT_SCHEMA"]],
  ["YAML: block list entries", 100_000, (n) => builtin(`\n${lines(n, (at) => `      - t${at}\n`)}`), []],
  ["YAML: flow list entries on a line", 100_000, (n) => builtin(`[${lines(n, (at) => `t${at}, `)}]\n`), []],
  ["YAML: flow list entries on lines", 100_000, (n) => builtin(`[\n${lines(n, (at) => `      t${at},\n`)}      ]\n`), []],
  ["YAML: flow mapping entries", 100_000, (n) => frontmatter(`x: {${lines(n, (at) => `k${at}: v, `)}}\n`), ["AGENT_SCHEMA"]],
  ["YAML: nested brackets", 100_000, (n) => frontmatter(`x: ${"[".repeat(n)}${"]".repeat(n)}\n`), ["AGENT_SCHEMA", "YAML_PARSE"]],
  ["YAML: brackets never closed", 100_000, (n) => frontmatter(`x: ${"[".repeat(n)}\n`), ["AGENT_SCHEMA", "YAML_PARSE"]],
  ["YAML: nested dashes", 100_000, (n) => frontmatter(`x:\n  ${"- ".repeat(n)}a\n`), ["AGENT_SCHEMA", "YAML_PARSE"]],
  ["YAML: lists nested 40 deep", 20_000, (n) => frontmatter(`x:\n${`  ${"- ".repeat(40)}a\n`.repeat(n)}`), ["AGENT_SCHEMA"]],
  ["YAML: anchors, each with an alias", 50_000, (n) => frontmatter(`x:\n${lines(n, (at) => `  - &a${at} v\n  - *a${at}\n`)}`), ["AGENT_SCHEMA", "YAML_ALIAS"]],
  ["YAML: aliases of one long anchor", 50_000, (n) => frontmatter(`x: &a ${"word ".repeat(n)}\ny:\n${"  - *a\n".repeat(n)}`), ["AGENT_SCHEMA", "YAML_ALIAS"]],
  ["YAML: unused anchors", 100_000, (n) => frontmatter(`x:\n${lines(n, (at) => `  - &a${at} v\n`)}`), ["AGENT_SCHEMA", "UNUSED_ANCHOR"]],
  ["YAML: tags", 100_000, (n) => frontmatter(`x:\n${"  - !t v\n".repeat(n)}`), ["AGENT_SCHEMA", "YAML_TAG"]],
  ["YAML: merge keys", 50_000, (n) => frontmatter(`x: &a {b: c}\ny:\n${lines(n, () => "  - <<: *a\n")}`), ["AGENT_SCHEMA", "YAML_MERGE"]],
  ["YAML: merges of one large mapping", 50_000, (n) => frontmatter(`x: &a\n${lines(n, (at) => `  k${at}: v\n`)}y:\n${"  - <<: *a\n".repeat(n)}`), ["AGENT_SCHEMA", "YAML_MERGE"]],
  ["YAML: comments that swallow text", 100_000, (n) => frontmatter(`x:\n${"  - a #b\n".repeat(n)}`), ["AGENT_SCHEMA", "YAML_SUSPICIOUS"]],
  ["YAML: plain scalar on one line", 100_000, (n) => frontmatter(`x: ${"some words ".repeat(n)}\n`), ["AGENT_SCHEMA"]],
  ["YAML: plain scalar on lines", 100_000, (n) => frontmatter(`x:\n${"  some words\n".repeat(n)}`), ["AGENT_SCHEMA"]],
  ["YAML: quoted scalar with escapes", 100_000, (n) => frontmatter(`x: "${"a\\n\\u00e9".repeat(n)}"\n`), ["AGENT_SCHEMA"]],
  ["YAML: quoted scalar with bad escapes", 100_000, (n) => frontmatter(`x: "${"a\\d".repeat(n)}"\n`), ["AGENT_SCHEMA", "YAML_PARSE"]],
  ["YAML: block scalar", 100_000, (n) => frontmatter(`x: |\n${"  some words\n".repeat(n)}`), ["AGENT_SCHEMA"]],
  ["YAML: description too long", 100_000, (n) => frontmatter(`description: ${"é".repeat(n)}\n`), ["AGENT_SCHEMA"]],
  ["YAML: look-alike spaces", 100_000, (n) => frontmatter(`description: a${"\u00a0".repeat(n)}b\n`), ["AGENT_SCHEMA"]],
];

/** The body, and agent.md as a whole. */
const ofBody = [
  ["body: lines", 100_000, (n) => body("A line of instructions.\n".repeat(n)), []],
  ["body: one line", 100_000, (n) => body(`${"word ".repeat(n)}\n`), []],
  ["body: rows of dashes", 100_000, (n) => body("---\n".repeat(n)), []],
  ["body: bytes that are no UTF-8", 100_000, (n) => ({ "agent.md": new Uint8Array(n).fill(0xff) }), ["SOURCE_ENCODING"]],
  ["body: secrets, all different", 50_000, (n) => body(lines(n, (at) => `AKIA${String(at).padStart(16, "0")}\n`)), ["SECRET_CONTENT"]],
  ["body: private keys", 20_000, (n) => body("-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n".repeat(n)), ["SECRET_CONTENT"]],
  ["body: key headers never closed", 50_000, (n) => body("-----BEGIN \n PRIVATE KEY-----\n".repeat(n)), []],
  ["body: skills that it names or not", 4_000, (n) => ({
    "agent.md": agent(`harness:\n  tools: {builtin: [read]}\n  skills:\n${lines(n, (at) => `    - skills/s${at}\n`)}`, "A line of instructions.\n".repeat(n)),
    ...files(n, (at) => `skills/s${at}/SKILL.md`, (at) => `---\nname: s${at}\ndescription: What it is for.\n---\nText.\n`),
  }), []],
];

/** Declared lists. */
const ofDeclarations = [
  ["declared: files", 20_000, (n) => ({
    ...frontmatter(`harness:\n  files:\n${lines(n, (at) => `    - data/${at}.txt\n`)}`),
    ...files(n, (at) => `data/${at}.txt`, (at) => `${at}`),
  }), []],
  ["declared: the same file, repeated", 100_000, (n) => ({
    ...frontmatter(`harness:\n  files:\n${"    - a.txt\n".repeat(n)}`), "a.txt": "a",
  }), ["AGENT_SCHEMA"]],
  ["declared: files within a declared folder", 20_000, (n) => ({
    ...frontmatter(`harness:\n  files:\n    - data\n${lines(n, (at) => `    - data/${at}.txt\n`)}`),
    ...files(n, (at) => `data/${at}.txt`, (at) => `${at}`),
  }), ["PATH_OVERLAP"]],
  ["declared: bindings", 50_000, (n) => frontmatter(`harness:\n  bindings:\n    secrets:\n${lines(n, (at) => `      - name: S${at}\n`)}`), ["AGENT_REQUIRED_BINDINGS_UNSUPPORTED"]],
  ["declared: disallowed tools", 100_000, (n) => frontmatter(`disallowed_tools: [${lines(n, (at) => `t${at}, `)}]\n`), []],
  ["declared: tools that are not granted", 100_000, (n) => frontmatter(`tools: [${lines(n, (at) => `t${at}, `)}]\n`), []],
  ["declared: tool modules", 2_000, (n) => ({
    ...frontmatter(`harness:\n  tools:\n    modules:\n${lines(n, (at) => `      - path: t${at}.ts\n        name: t${at}\n`)}`),
    "package.json": PACKAGE,
    ...files(n, (at) => `t${at}.ts`, (at) => `export default ${at};\n`),
  }), []],
  ["skill: files", 20_000, (n) => skill(files(n, (at) => `skills/s/${at}.txt`, (at) => `${at}`)), []],
  ["skill: folders", 10_000, (n) => skill(files(n, (at) => `skills/s/${at}/a.txt`, (at) => `${at}`)), []],
  ["skill: names that differ in case", 10_000, (n) => skill({
    ...files(n, (at) => `skills/s/a${at}`, () => ""), ...files(n, (at) => `skills/s/A${at}`, () => ""),
  }), ["PACKAGE_PATH_CASE"]],
  ["skill: lines of SKILL.md", 100_000, (n) => ({ ...skill({}), "skills/s/SKILL.md": SKILL + "A line.\n".repeat(n) }), []],
  ["skill: keys of SKILL.md", 100_000, (n) => ({ ...skill({}), "skills/s/SKILL.md": SKILL.replace("name", `${lines(n, (at) => `k${at}: v\n`)}name`) }), []],
  ["beside it: files that nothing declares", 100_000, (n) => ({ ...frontmatter(""), ...files(n, (at) => `other/${at}`, () => "") }), []],
];

/** package.json and JSON modules. */
const ofJson = [
  ["package.json: members", 100_000, (n) => packageJson(`{${lines(n, (at) => `"k${at}": 1,\n`)}"type": "module"}`), []],
  ["package.json: a member, repeated", 100_000, (n) => packageJson(`{${'"k": 1,\n'.repeat(n)}"type": "module"}`), ["PACKAGE_JSON"]],
  ["package.json: elements", 100_000, (n) => packageJson(`{"type": "module", "a": [${"1,".repeat(n)}1]}`), []],
  ["package.json: nested brackets", 100_000, (n) => packageJson(`{"a": ${"[".repeat(n)}${"]".repeat(n)}}`), ["PACKAGE_JSON"]],
  ["package.json: brackets never closed", 100_000, (n) => packageJson(`{"a": ${"[".repeat(n)}`), ["PACKAGE_JSON"]],
  ["package.json: braces never closed, on lines", 100_000, (n) => packageJson('{"a":\n'.repeat(n)), ["PACKAGE_JSON"]],
  ["package.json: closing brackets", 100_000, (n) => packageJson(`{"type": "module"}${"]".repeat(n)}`), ["PACKAGE_JSON"]],
  ["package.json: comments", 100_000, (n) => packageJson(`{${"// comment\n".repeat(n)}"type": "module"}`), ["PACKAGE_JSON"]],
  ["package.json: a long string", 100_000, (n) => packageJson(`{"type": "module", "a": "${"a\\u00e9".repeat(n)}"}`), []],
  ["package.json: dependencies", 50_000, (n) => packageJson(`{"type": "module", "dependencies": {${lines(n, (at) => `"k${at}": "1",`)}"k": "1"}}`), ["DEPENDENCIES_UNSUPPORTED"]],
  ["JSON module: members", 50_000, (n) => tool('import data from "./d.json";\nexport default data;\n', { "d.json": `{${lines(n, (at) => `"k${at}": 1,\n`)}"k": 1}` }), []],
];

/** Tool modules. */
const ofModules = [
  ["module: lines", 50_000, (n) => tool(`${lines(n, (at) => `export const a${at} = ${at};\n`)}export default a1;\n`), []],
  ["module: statements on one line", 20_000, (n) => tool(`${lines(n, (at) => `export const a${at} = "é"; `)}export default a1;\n`), []],
  ["module: functions that call the one before", 20_000, (n) => tool(`function f0() {}\n${lines(n, (at) => `function f${at + 1}() { return f${at}(); }\n`)}export default f${n};\n`), []],
  ["module: scopes with one name", 20_000, (n) => tool(`${"{ let a = 1; console.log(a); }\n".repeat(n)}export default 1;\n`), []],
  ["module: enum members", 20_000, (n) => tool(`enum E {\n${lines(n, (at) => `  A${at},\n`)}}\nexport default E;\n`), []],
  ["module: one namespace, merged", 2_000, (n) => tool(`${lines(n, (at) => `namespace N { export let a${at} = ${at}; }\n`)}export default N;\n`), []],
  ["module: types", 20_000, (n) => tool(`${lines(n, (at) => `type T${at} = { a: string };\n`)}export default 1;\n`), []],
  ["module: a long template", 20_000, (n) => tool(`export default \`${"text\n".repeat(n)}\`;\n`), []],
  ["module: expressions nested too deeply", 100_000, (n) => tool(`export default ${"[".repeat(n)}${"]".repeat(n)};\n`), ["TOOL_SYNTAX"]],
  ["module: sums too long", 100_000, (n) => tool(`export default ${"1 + ".repeat(n)}1;\n`), ["TOOL_SYNTAX"]],
  ["module: elements of an array", 50_000, (n) => tool(`export default [${"1, ".repeat(n)}];\n`), []],
  ["module: imports that are not there", 20_000, (n) => tool(`${lines(n, (at) => `import "./m${at}.ts";\n`)}export default 1;\n`), ["SOURCE_NOT_FOUND"]],
  ["module: names that are not exported", 20_000, (n) => tool(`import { ${lines(n, (at) => `a${at}, `)} } from "./b.ts";\nexport default 1;\n`, { "b.ts": "export const a = 1;\n" }), ["TOOL_BUILD"]],
  ["module: names, redeclared", 20_000, (n) => tool(`let a;\n${"let a;\n".repeat(n)}export default a;\n`), ["TOOL_SYNTAX"]],
  ["module: secrets that are read", 20_000, (n) => tool(`export default (c) => {\n${lines(n, (at) => `  c.bindings.secret("S${at}");\n`)}};\n`), ["UNDECLARED_BINDING"]],
  ["module: imports of Node", 20_000, (n) => tool(`${lines(n, (at) => `import f${at} from "node:fs";\n`)}export default f0;\n`), []],
  ["graph: imports of one module", 20_000, (n) => tool(`${lines(n, (at) => `import { a as a${at} } from "./b.ts";\nconsole.log(a${at});\n`)}export default 1;\n`, { "b.ts": "export const a = 1;\n" }), []],
  ["graph: members of a namespace object", 20_000, (n) => tool(`import * as b from "./b.ts";\n${lines(n, (at) => `console.log(b.a${at});\n`)}export default b;\n`, { "b.ts": lines(n, (at) => `export const a${at} = 1;\n`) }), []],
  ["graph: modules of one", 2_000, (n) => tool(`${lines(n, (at) => `import a${at} from "./m/${at}.ts";\nconsole.log(a${at});\n`)}export default 1;\n`, files(n, (at) => `m/${at}.ts`, (at) => `export default ${at};\n`)), []],
  ["graph: modules with one name", 2_000, (n) => tool(`${lines(n, (at) => `import { a as a${at} } from "./m/${at}.ts";\nconsole.log(a${at});\n`)}export default 1;\n`, files(n, (at) => `m/${at}.ts`, (at) => `const local = ${at};\nexport const a = local;\n`)), []],
  ["graph: a chain of modules", 2_000, (n) => tool('import a from "./m/0.ts";\nexport default a;\n', chain(n, (at) => `import a from "./${at + 1}.ts";\nexport default a;\n`)), []],
  ["graph: a chain of re-exports", 2_000, (n) => tool('import { a } from "./m/0.ts";\nexport default a;\n', chain(n, (at) => `export { a } from "./${at + 1}.ts";\n`)), []],
  ["graph: a chain of export *", 2_000, (n) => tool('import { a } from "./m/0.ts";\nexport default a;\n', chain(n, (at) => `export * from "./${at + 1}.ts";\n`)), []],
  ["graph: a cycle of modules", 2_000, (n) => tool('import a from "./m/0.ts";\nexport default a;\n', { ...chain(n, (at) => `import a from "./${at + 1}.ts";\nexport default () => a;\n`), [`m/${n}.ts`]: 'import a from "./0.ts";\nexport const a1 = () => a;\nexport default 1;\n' }), []],
  ["graph: a chain of CommonJS", 2_000, (n) => tool('import a from "./c/0.js";\nexport default a;\n', { ...files(n, (at) => `c/${at}.js`, (at) => `exports.a = require("./${at + 1}.js").a;\n`), [`c/${n}.js`]: "exports.a = 1;\n" }), []],
  ["graph: modules with top-level await", 2_000, (n) => tool('import a from "./m/0.ts";\nexport default a;\n', chain(n, (at) => `import a from "./${at + 1}.ts";\nawait 0;\nexport default a;\n`)), []],
  ["graph: modules imported by import()", 2_000, (n) => tool(`export default async () => {\n${lines(n, (at) => `  await import("./m/${at}.ts");\n`)}};\n`, files(n, (at) => `m/${at}.ts`, (at) => `export default ${at};\n`)), []],
];

export const dimensions = [...ofFrontmatter, ...ofBody, ...ofDeclarations, ...ofJson, ...ofModules].map(
  ([name, largest, folder, codes]) => ({ name, largest, folder, codes: [...codes].sort() }),
);
