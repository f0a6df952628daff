// Random folders of modules that log what they do: when each runs, and what it sees of the others, then and later.
//
// The names are few, so that modules clash and stars meet. Every line of a module can go by itself, which is what
// `minimise` needs.
import { randomFrom } from "./random.js";

const NAMES = ["a", "b", "c", "name", "value", "Kind", "length", "$", "make"];
const AMBIGUOUS = "ambiguous";

/** Shows what an expression gives or throws, and what calling it gives. */
const SHOW = `globalThis.show = (label, read) => {
  try {
    let value = read();
    const name = typeof value === "function" ? value.name : "";
    if (name !== "" && !/^class/.test(Function.prototype.toString.call(value))) value = value();
    console.log(label, name, value !== null && typeof value === "object" ? Object.keys(value).join() : String(value?.who ?? value));
  } catch (error) {
    console.log(label, error.name);
  }
};
`;

/**
 * @typedef {object} Style
 * @property {"acyclic" | "cyclic"} imports
 * @property {number} commonJs the share of modules that are CommonJS
 * @property {boolean} requiresEs whether these require ES modules
 * @property {number} awaits the share of ES modules that wait
 * @property {boolean=} late whether the entry loads some of what it needs by `import()`
 */

/** @type {Record<string, Style>} */
export const styles = {
  "ES modules in cycles": { imports: "cyclic", commonJs: 0, requiresEs: false, awaits: 0 },
  "ES modules that wait": { imports: "cyclic", commonJs: 0, requiresEs: false, awaits: 0.2 },
  "CommonJS imported": { imports: "cyclic", commonJs: 0.3, requiresEs: false, awaits: 0 },
  "CommonJS imported, and waiting": { imports: "cyclic", commonJs: 0.2, requiresEs: false, awaits: 0.1 },
  "CommonJS that requires ES modules": { imports: "acyclic", commonJs: 0.3, requiresEs: true, awaits: 0 },
  "modules loaded late": { imports: "acyclic", commonJs: 0.2, requiresEs: false, awaits: 0.1, late: true },
};

/**
 * @param {number} seed
 * @param {Style} style
 * @returns {Record<string, string>} files by path
 */
export function randomGraph(seed, style) {
  const random = randomFrom(seed);
  const count = random.chance(0.2) ? 10 + random.below(190) : 10 + random.below(30);
  const modules = Array.from({ length: count }, (_, index) => newModule(index, random, style));
  for (const module of modules) addEdges(module, modules, random, style);
  dropUnresolved(modules);
  for (const module of modules) addImports(module, modules, random);
  const text = (module) => `${(module.commonJs ? writeCommonJs : writeEsModule)(module, random).join("\n")}\n`;
  return { ...Object.fromEntries(modules.map((module) => [module.path, text(module)])), "show.js": SHOW };
}

function newModule(index, random, { commonJs, awaits }) {
  const isCommonJs = index > 0 && random.chance(commonJs);
  const module = {
    index,
    path: index === 0 ? "main.js" : `${random.chance(0.2) ? "sub/" : ""}m${index}.js`,
    commonJs: isCommonJs,
    awaits: !isCommonJs && random.chance(awaits),
    /** Exported name → kind of its declaration, or the module and name that it is re-exported from. */
    locals: new Map(),
    reexports: new Map(),
    stars: [],
    imports: [],
    requires: [],
    late: [],
  };
  const kinds = ["const", "let", "var", "function", "class"];
  for (let left = random.below(5); left > 0; left -= 1) module.locals.set(random.pick(NAMES), random.pick(kinds));
  if (!isCommonJs && random.chance(0.5)) module.locals.set("default", random.pick(["function", "class", "anonymous", "value"]));
  return module;
}

function addEdges(module, modules, random, style) {
  const others = (allowed) => modules.filter((other) => other !== module && allowed(other));
  const later = others((other) => other.index > module.index);
  const imported = style.imports === "cyclic" && random.chance(0.4) ? others(() => true) : later;
  // A tree under everything, so that all modules run.
  for (const other of later) {
    if (Math.floor((other.index - 1) / 3) === module.index) connect(module, other, random, style);
  }
  for (let left = random.below(3); left > 0; left -= 1) {
    if (imported.length > 0) connect(module, random.pick(imported), random, style);
  }
}

function connect(module, other, random, { requiresEs, late }) {
  if (late && module.index === 0) {
    module.late.push(other);
    return;
  }
  if (module.commonJs) {
    if (other.commonJs || requiresEs) module.requires.push(other);
    return;
  }
  module.imports.push({ other, names: [], space: random.chance(0.2) });
  if (random.chance(0.15)) module.stars.push(other);
  if (random.chance(0.1)) module.reexports.set(`space${module.index}`, { other, name: "*" });
  if (random.chance(0.4)) {
    module.reexports.set(random.chance(0.5) ? random.pick(NAMES) : `from${other.index}`, { other, name: random.pick([...NAMES, "default"]) });
  }
  for (const name of module.reexports.keys()) module.locals.delete(name);
}

function isThere(module, name) {
  const found = resolve(module, name);
  return found !== undefined && found !== AMBIGUOUS;
}

/** What a name means (ResolveExport): a module and a name there, or `undefined`, or that it is ambiguous. */
function resolve(module, name, seen = new Set()) {
  const key = `${module.index} ${name}`;
  if (seen.has(key)) return undefined;
  seen.add(key);
  if (module.commonJs) return module.locals.has(name) || name === "default" ? key : undefined;
  if (module.locals.has(name)) return key;
  const reexport = module.reexports.get(name);
  if (reexport) return reexport.name === "*" ? `${reexport.other.index} *` : resolve(reexport.other, reexport.name, seen);
  if (name === "default") return undefined;
  const found = new Set(module.stars.map((star) => resolve(star, name, seen)));
  found.delete(undefined);
  return found.size > 1 ? AMBIGUOUS : [...found][0];
}

/** Takes out what would be an error. One that goes may make others go, or two stars meet no more. */
function dropUnresolved(modules) {
  for (let changed = true; changed; ) {
    changed = false;
    for (const module of modules) {
      for (const [name, { other, name: asked }] of module.reexports) {
        if (asked === "*" || isThere(other, asked)) continue;
        module.reexports.delete(name);
        changed = true;
      }
      // V8 forgets a clash further down when another star has the name, and the specification does not.
      const forgets = (name) => {
        const found = new Set(module.stars.map((star) => resolve(star, name)));
        found.delete(undefined);
        return found.size > 1 && found.has(AMBIGUOUS);
      };
      if (!NAMES.some(forgets)) continue;
      module.stars.pop();
      changed = true;
    }
  }
}

function addImports(module, modules, random) {
  for (const edge of module.imports) {
    const names = [...NAMES, "default"].filter((name) => isThere(edge.other, name));
    for (let left = random.below(4); left > 0 && names.length > 0; left -= 1) edge.names.push(random.pick(names));
  }
}

function writeEsModule(module, random) {
  const { index, imports, reexports, stars, locals } = module;
  const lines = index === 0 ? ['import "./show.js";'] : [];
  const seen = [];
  imports.forEach(({ other, names, space }, at) => {
    const from = `from "${specifier(module, other)}";`;
    const local = (name) => `${name === "default" ? "d" : name}_${other.index}_${at}`;
    if (space) lines.push(`import * as all_${at} ${from}`);
    if (space) seen.push(`all_${at}`, ...names.map((name) => `all_${at}.${name}`));
    const chosen = [...new Set(names)];
    // Some keep their names, which then hide nothing of the module's own.
    const plain = chosen.filter((name) => name !== "default" && !locals.has(name) && random.chance(0.3) && !seen.includes(name));
    const clause = chosen.map((name) => (plain.includes(name) ? name : `${name} as ${local(name)}`));
    lines.push(clause.length > 0 ? `import { ${clause.join(", ")} } ${from}` : `import "${specifier(module, other)}";`);
    seen.push(...chosen.map((name) => (plain.includes(name) ? name : local(name))));
  });
  for (const other of new Set(stars)) lines.push(`export * from "${specifier(module, other)}";`);
  for (const [name, { other, name: asked }] of reexports) {
    const clause = asked === "*" ? `* as ${name}` : `{ ${asked} as ${name} }`;
    lines.push(`export ${clause} from "${specifier(module, other)}";`);
  }
  const body = [...locals].flatMap(([name, kind]) => declaration(name, kind, index));
  const names = [...locals.keys()].filter((name) => name !== "default");
  if (names.length > 0 && random.chance(0.3)) body.push(`export { ${names[0]} as alias${index} };`);
  body.push(...seen.map((read) => `show("${index}: ${read}", () => ${read});`));
  const logs = [`console.log("runs ${index}");`, "var calls = 0;"];
  const waits = module.awaits ? Array.from({ length: 1 + random.below(3) }, () => "await null;") : [];
  for (const line of [...logs, ...waits]) body.splice(random.below(body.length + 1), 0, line);
  for (const other of module.late) {
    const load = `await import("${specifier(module, other)}")`;
    body.push(`for (const [name, it] of Object.entries(${load})) show("late ${other.index} " + name, () => it);`);
  }
  return [...lines, ...body, `show("${index} again", () => [${seen.map((read) => `typeof ${read}`).join(", ")}]);`];
}

function declaration(name, kind, index) {
  const text = JSON.stringify(`${index}.${name}`);
  const named = name === "default" ? `it${index}` : name;
  const start = name === "default" ? "export default" : "export";
  switch (kind) {
    case "function":
      return [`${start} function ${named}() { return ${text} + ++calls; }`];
    case "class":
      return [`${start} class ${named} { static who = ${text} + this.name; }`];
    case "anonymous":
      return [index % 2 ? "export default class { static who = this.name; }" : `export default function () { return ${text} + ++calls; }`];
    case "value":
      return [`export default ${text};`];
    case "const":
      return [`export const ${name} = ${text};`];
    default:
      return [`export ${kind} ${name} = ${text};`, `${name} += "!";`];
  }
}

function writeCommonJs(module, random) {
  const { index, locals, requires } = module;
  const lines = [`console.log("runs ${index}");`, "var calls = 0;"];
  for (const [name, kind] of locals) {
    const text = JSON.stringify(`${index}.${name}`);
    lines.push(kind === "function" ? `exports.${name} = function ${name}() { return ${text} + ++calls; };` : `exports.${name} = ${text};`);
  }
  if (locals.size === 0) lines.push("exports.only = 1;");
  requires.forEach((other, at) => {
    const place = random.below(lines.length + 1);
    const read = [...other.locals.keys()].map((name) => `, r${at}.${name}`).join("");
    lines.splice(place, 0, `var r${at} = require("${specifier(module, other)}"); show("${index}: r${at}", () => [Object.keys(r${at})${read}].map(String));`);
  });
  return lines;
}

function specifier(from, to) {
  if (!from.path.startsWith("sub/")) return `./${to.path}`;
  return to.path.startsWith("sub/") ? `./${to.path.slice(4)}` : `../${to.path}`;
}
