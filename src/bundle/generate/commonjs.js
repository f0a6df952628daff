function __commonJS(body) {
  let module;
  return () => {
    if (module === undefined) {
      module = { exports: {}, loaded: false };
      try {
        body.call(module.exports, module.exports, module);
      } catch (error) {
        module = undefined;
        throw error;
      }
      module.loaded = true;
    }
    return module.exports;
  };
}
