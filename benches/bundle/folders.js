// Folders to bundle: TypeScript as tools are written in, generated, always the same.

const encoder = new TextEncoder();

export const folders = {
  "one tool of 200 lines": () => folder(1, 10_500),
  "100 modules, 1 MB": () => folder(100, 10_000),
  "1,000 modules, 8 MB": () => folder(1000, 8_000),
};

/** What `main.ts` gives when it is called, for a number of modules. */
export const answerOf = (count) => (count * (count - 1)) / 2 + count;

function folder(count, size) {
  const files = {};
  for (let index = 0; index < count; index += 1) {
    files[index === 0 ? "main.ts" : path(index)] = encoder.encode(source(index, count, size));
  }
  return { files, count };
}

/** Each module imports three others, so that `main.ts` reaches all. */
function source(index, count, size) {
  const children = [1, 2, 3].map((step) => 3 * index + step).filter((child) => child < count);
  const from = index === 0 ? "./" : "../";
  const lines = children.map((child) => `import { total as total${child}, type Item as Item${child} } from "${from}${path(child)}";`);
  lines.push(
    "",
    `export interface Item { readonly id: number; readonly label: string; readonly tags?: readonly string[] }`,
    ...children.map((child) => `export type Of${child} = Item${child} & { parent: Item };`),
    `const own: Item = { id: ${index}, label: "module ${index}", tags: ["generated", "measured"] };`,
  );
  const names = [];
  for (let length = lines.join("\n").length, at = 0; length < size; at += 1) {
    const text = block(index, at);
    names.push(`step${at}`);
    lines.push(text);
    length += text.length + 1;
  }
  const children_ = children.map((child) => ` + total${child}()`).join("");
  lines.push(
    `const steps: ReadonlyArray<(input: Item) => Item> = [${names.join(", ")}];`,
    `export function total(): number {`,
    `  return steps.reduce((item, step) => step(item), own).id + 1${children_};`,
    `}`,
  );
  if (index === 0) lines.push("export default total;");
  return `${lines.join("\n")}\n`;
}

function block(index, at) {
  return `
/** Keeps what an item is, and adds what step ${at} of module ${index} has to say. */
function step${at}(input: Item): Item {
  const { id, label, tags = [] } = input;
  const seen = new Map<string, number>(tags.map((tag, position) => [tag, position]));
  if (seen.size > ${at + 50} || label.length === 0) {
    throw new RangeError(\`\${label}: \${seen.size} tags are more than step ${at} takes\`);
  }
  const options = { trim: true, limit: ${at * 3 + 1}, label: label.replace(/\\s+/g, " ") } satisfies Record<string, unknown>;
  return { id, label: options.trim ? options.label.trim() : options.label, tags: [...seen.keys()].slice(0, options.limit) };
}`;
}

const path = (index) => `modules/m${index}.ts`;
