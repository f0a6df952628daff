import { compile, locate, openCompiler } from "./compile.js";
import { diskFolder } from "./disk.js";
import { Refusal, WrongUsage } from "./failure.js";
import { outputPath, writeWhole } from "./output.js";
import { jsonText, look, shown } from "./terminal.js";

/** `agentmd pack`. Gives the exit code. */
export async function pack([argument = ".", ...more], { output, force = false, json = false, color }, world) {
  if (more.length > 0) throw new WrongUsage("pack takes one folder at a time", "pack");
  if (output === undefined) throw new WrongUsage("--output FILE is missing", "pack");

  let target;
  let packed = await packFolder(argument, world, (root) => {
    target = outputPath(output, { cwd: world.cwd, root, force });
  });
  if (packed.archive !== undefined) {
    try {
      await writeWhole(target, packed.archive, { argument: output, force });
      packed.result.output = output;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      packed = await packFolder(argument, world, () => {
        throw error;
      });
    }
  }
  const { result, reporter } = packed;
  if (json) {
    world.stdout.write(jsonText(result));
  } else {
    world.stdout.write(reporter.call("render", JSON.stringify({ format: "text", ...look(world, color) })));
    if (result.output !== undefined) world.stdout.write(`Wrote ${shown(output)}\n`);
  }
  return result.status === "valid" ? 0 : 1;
}

async function packFolder(argument, { cwd }, consider) {
  const place = locate(argument, cwd, consider);
  const tools = await openCompiler();
  return compile(place, diskFolder(place.root), tools, function* (call) {
    const result = JSON.parse(call("pack"));
    return { result, archive: call("takeArchive"), reporter: tools.reporter };
  });
}
