// Skill folders with one planted mistake each. What stands between « and » is the mistake: a position is exact where it
// lies in it, its two ends included.

const BODY = "\n# Steps\n\n1. Read the request.\n2. Do what it asks, and say what you did.\n";
const DESCRIPTION = "Answers questions about orders. Use when the user asks where an order is.";
const DESCRIBED = `description: ${DESCRIPTION}\n`;

/** Each kind: what is wrong, and SKILL.md as a function of the folder's name. */
export const kinds = [
  ["no mistake", (name) => skill(`name: ${name}\n${DESCRIBED}license: MIT\nmetadata:\n  author: someone\n`)],
  ["a name with capitals", (name) => skill(`name: «${name.replace("order", "Order")}»\n${DESCRIBED}`)],
  ["a name with an underscore", (name) => skill(`name: «${name.replace("-", "_")}»\n${DESCRIBED}`)],
  ["a name that is not the folder's", (name) => skill(`name: «other-${name}»\n${DESCRIBED}`)],
  ["a name that ends in a hyphen", (name) => skill(`name: «${name}-»\n${DESCRIBED}`)],
  ["a name that is too long", (name) => skill(`name: «${name}${"-long".repeat(12)}»\n${DESCRIBED}`)],
  ["a name that is a number", () => skill(`name: «42»\n${DESCRIBED}`)],
  ["no name", () => `«---\n${DESCRIBED}---»\n${BODY}`],
  ["no description", (name) => `«---\nname: ${name}\n---»\n${BODY}`],
  ["an empty description", (name) => skill(`name: ${name}\ndescription: «""»\n`)],
  ["a description that is too long", (name) => skill(`name: ${name}\ndescription: «${`${DESCRIPTION} `.repeat(15).trim()}»\n`)],
  ["a description that is a list", (name) => skill(`name: ${name}\ndescription: «[orders, questions]»\n`)],
  ["a misspelt field", (name) => skill(`name: ${name}\n«descripton»: ${DESCRIPTION}\n`)],
  ["a field written twice", (name) => skill(`name: ${name}\n${DESCRIBED}«description»: Answers other questions.\n`)],
  ["metadata that is no mapping", (name) => skill(`name: ${name}\n${DESCRIBED}metadata: «v1»\n`)],
  ["a compatibility that is too long", (name) => skill(`name: ${name}\n${DESCRIBED}compatibility: «${"Node 22 ".repeat(70).trim()}»\n`)],
  ["a colon in unquoted text", (name) => skill(`name: ${name}\ndescription: Answers questions. Use when«: »the user asks.\n`)],
  ["a quote that is never closed", (name) => skill(`name: ${name}\ndescription: «"${DESCRIPTION}»\nlicense: MIT\n`)],
  ["a bracket that is never closed", (name) => skill(`name: ${name}\n${DESCRIBED}allowed-tools: «[Read, Write»\nlicense: MIT\n`)],
  ["a tab as indentation", (name) => skill(`name: ${name}\n${DESCRIBED}metadata:\n«\t»author: someone\n`)],
  ["a value that starts with @", (name) => skill(`name: ${name}\n${DESCRIBED}license: «@someone»\n`)],
  ["a colon without a space", (name) => skill(`name«:»${name}\n${DESCRIBED}`)],
  ["no closing line", (name) => `---\nname: ${name}\n${DESCRIBED}«${BODY.slice(0, 2)}»${BODY.slice(2)}`],
  ["an opening line that is too long", (name) => `«-----»\nname: ${name}\n${DESCRIBED}---\n${BODY}`],
  ["a blank line before the opening one", (name) => `«\n»---\nname: ${name}\n${DESCRIBED}---\n${BODY}`],
];

function skill(frontmatter) {
  return `---\n${frontmatter}---\n${BODY}`;
}

/**
 * `count` skill folders, the kinds in turn.
 *
 * @returns {{ name: string, kind: string, text: string, planted?: { start: Position, end: Position } }[]} positions with
 *   zero-based lines and columns, in UTF-16 units
 */
export function skillFolders(count) {
  return Array.from({ length: count }, (_, at) => {
    const [kind, write] = kinds[at % kinds.length];
    const name = `order-skill-${at}`;
    const [before, mistake, after] = write(name).split(/[«»]/);
    if (mistake === undefined) return { name, kind, text: before };
    const planted = { start: position(before), end: position(before + mistake) };
    return { name, kind, text: before + mistake + after, planted };
  });
}

function position(text) {
  const lines = text.split("\n");
  return { line: lines.length - 1, character: lines.at(-1).length };
}

/** Whether a position is in what was planted. */
export function isExact({ line, character }, { start, end }) {
  const isAfter = line > start.line || (line === start.line && character >= start.character);
  return isAfter && (line < end.line || (line === end.line && character <= end.character));
}

/** An agent.md that declares the skills, which is how a folder of them is checked. */
export function agentOf(skills) {
  const declared = skills.map(({ name }) => `    - skills/${name}\n`).join("");
  return `---\nname: orders\nmodel: zai/glm-5.3\nharness:\n  tools:\n    builtin: [read]\n  skills:\n${declared}---\nRead the skill that fits.\n`;
}
