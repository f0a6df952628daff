// Turns the declared tools into a Helix extension: the default export of a bundle.
// Node's modules are asked for when they are needed and never imported: the bundle has no
// import that its author did not write, and loads where there is no Node.
import { isTool } from "./tools.js";

/**
 * `modules` are `{ path, export, name, tool }` in declared order, `bindings` `{ name, required }`.
 * The host object given to the extension is read like the context of a call: `packageRoot`,
 * `revisionId` and `bindings`, where it has them, go into the registration report.
 */
export function createExtension({ modules, allowedTools, bindings }) {
  return (helix) => {
    modules.forEach(checkTool);
    for (const { tool } of modules) {
      helix.registerTool({
        name: tool.name,
        label: tool.label,
        description: tool.description,
        parameters: tool.parameters,
        execute: async (toolCallId, params, signal, onUpdate, helixContext) =>
          tool.execute(toolCallId, params, signal, onUpdate, toolContext(helixContext, bindings)),
      });
    }
    if (typeof helix.on === "function" && typeof helix.getActiveTools === "function") {
      helix.on("session_start", () => checkActiveTools(helix.getActiveTools(), allowedTools));
    }
    if (typeof helix.reportRegistration === "function") {
      helix.reportRegistration({
        tools: modules.map((module) => module.name),
        allowedTools: [...allowedTools],
        artifactDigest: artifactDigest(helix),
        revisionId: helix.revisionId,
        bindings: bindings
          .map((binding) => binding.name)
          .filter((name) => bindingValue(helix, name) !== undefined),
      });
    }
  };
}

function checkTool({ path, export: exported, name, tool }) {
  if (isTool(tool) && tool.name === name) return;
  const found = typeof tool?.name === "string" ? `"${tool.name}"` : `a value of type ${typeof tool}`;
  throw new Error(
    isTool(tool)
      ? `${path}: agent.md declares the tool "${name}", but the export \`${exported}\` is named ${found}`
      : `${path}: agent.md declares the tool "${name}", but the export \`${exported}\`, ${found}, was not made with defineTool`,
  );
}

function checkActiveTools(active, allowed) {
  const missing = allowed.filter((name) => !active.includes(name));
  const extra = active.filter((name) => !allowed.includes(name));
  if (missing.length === 0 && extra.length === 0) return;
  throw new Error(
    `the active tools differ from those that agent.md allows: ` +
      `missing ${list(missing)}, not allowed ${list(extra)}`,
  );
}

function list(names) {
  return names.length > 0 ? names.join(", ") : "none";
}

function toolContext(helixContext, bindings) {
  const host = helixContext ?? {};
  return Object.freeze({
    paths: Object.freeze({
      get assetRoot() {
        const root = packageRoot(host);
        if (root === undefined) {
          throw new Error(
            "the package root is unknown: the host gives no `packageRoot`, and the bundle was not loaded from a file",
          );
        }
        return inside(root, "files");
      },
      get workspaceRoot() {
        return host.cwd ?? globalThis.process?.cwd?.();
      },
    }),
    agent: Object.freeze({
      get artifactDigest() {
        return artifactDigest(host);
      },
      get revisionId() {
        return host.revisionId;
      },
      contextVersion: 1,
    }),
    bindings: Object.freeze({
      secret(name) {
        declaredBinding(bindings, name);
        const value = bindingValue(host, name);
        if (value === undefined) throw new Error(`the secret binding "${name}" has no value`);
        return value;
      },
      optionalSecret(name) {
        if (declaredBinding(bindings, name).required) {
          throw new Error(
            `the secret binding "${name}" is required: read it with secret(), or declare it with \`required: false\``,
          );
        }
        return bindingValue(host, name);
      },
    }),
  });
}

function declaredBinding(bindings, name) {
  const binding = bindings.find((binding) => binding.name === name);
  if (binding) return binding;
  throw new Error(
    `the secret binding "${String(name)}" is not declared in \`harness.bindings.secrets\` of agent.md`,
  );
}

function bindingValue(host, name) {
  const values = host.bindings ?? {};
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return typeof value === "string" ? value : undefined;
}

function packageRoot(host) {
  if (typeof host.packageRoot === "string") return host.packageRoot;
  const url = import.meta.url;
  return url?.startsWith("file:")
    ? nodeModule("node:url")?.fileURLToPath(new URL("..", url))
    : undefined;
}

/** Undefined where the bundle runs outside a package, as in its author's tests. */
function artifactDigest(host) {
  const files = nodeModule("node:fs");
  const root = packageRoot(host);
  if (files === undefined || root === undefined) return undefined;
  const path = inside(root, "manifest.json");
  try {
    return JSON.parse(files.readFileSync(path, "utf8")).artifactDigest;
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw new Error(`cannot read the artifact digest from ${path}: ${error.message}`, {
      cause: error,
    });
  }
}

function nodeModule(name) {
  return globalThis.process?.getBuiltinModule?.(name);
}

function inside(root, name) {
  const separator = root.includes("\\") && !root.includes("/") ? "\\" : "/";
  return root.endsWith(separator) ? root + name : root + separator + name;
}
