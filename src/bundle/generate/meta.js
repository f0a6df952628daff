function __meta(path) {
  const url = () => new URL(path, import.meta.url).href;
  // The names from the root of the package, without so many at the end.
  const place = (without) => {
    const folder = import.meta.dirname;
    if (folder === undefined) return undefined;
    const separator = folder.includes("\\") ? "\\" : "/";
    const names = decodeURIComponent(path).split("/").slice(1);
    const root = folder.slice(0, folder.lastIndexOf(separator));
    return [root, ...names.slice(0, names.length - without)].join(separator);
  };
  return {
    __proto__: null,
    get dirname() {
      return place(1);
    },
    get filename() {
      return place(0);
    },
    resolve: (specifier) =>
      /^\.{0,2}\//.test(specifier) ? new URL(specifier, url()).href : import.meta.resolve(specifier),
    get url() {
      return url();
    },
  };
}
