/** Types of the browser that PDFium's package refers to, as far as they are used here: no browser's types are loaded. */

declare namespace WebAssembly {
  class Module {}
  class RuntimeError extends Error {}
  type Instance = object;
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(module: Module, imports: object): Promise<Instance>;
}

interface EmscriptenModule {
  readonly HEAPU8: Uint8Array;
  readonly HEAP32: Int32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
  instantiateWasm(
    imports: object,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
  print(line: string): void;
  printErr(line: string): void;
}
