/**
 * The compiled module, from what the caller of `init` has: a module, its bytes, or where to fetch it.
 *
 * @param {{ module?: WebAssembly.Module | BufferSource, url?: string | URL }} source
 */
export async function loadModule({ module, url }) {
  if (module instanceof WebAssembly.Module) return module;
  if (module !== undefined) return WebAssembly.compile(module);

  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText} for ${response.url || url}`);
  // Streaming compilation insists on the media type, which not every server sends.
  const isWasm = response.headers.get("content-type")?.split(";")[0].trim() === "application/wasm";
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
