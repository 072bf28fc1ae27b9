import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Loads test files as Node loads a service, in place of Jest's own runtime, which loads thousands of modules anew into
 * a context for each file: 0.6 to 1 s of processor time for each, a third of all tests. The modules of the product are
 * loaded once for each worker; they open nothing and start nothing when they are imported. Test files and what supports them
 * hold variables and register hooks, so each file has its own.
 */

/** Test files, their fixtures and what lies in a folder of tests. */
const support = /^((packages\/[^/]+|services)\/[^/]+\/test|tests)\/|\.(test|fixture)\.ts$/;
const root = new URL('../../', import.meta.url).href;
const isSupport = (url) =>
  url.startsWith(root) && !url.includes('/node_modules/') && support.test(url.slice(root.length));
const require = createRequire(import.meta.url);
const globalsUrl = 'docfleet-jest:globals';

/** Environment of the running test file: hooks and tests are registered with it. */
let current;
let files = 0;

/** The functions of `@jest/globals`, which stay the same while those that they stand for are made anew for each test file. */
globalThis.docfleetJestGlobal = (name) =>
  new Proxy(() => undefined, {
    apply: (_target, _self, values) => current[name](...values),
    get: (_target, key) => Reflect.get(current[name], key),
  });
const globals = ['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'it', 'test'];
const globalsSource = globals
  .map((name) => `export const ${name} = globalThis.docfleetJestGlobal('${name}');`)
  .join('\n');

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: globalsUrl, format: 'module', shortCircuit: true };
    const resolved = next(specifier, context);
    if (isSupport(resolved.url)) resolved.url += `?file=${files}`;
    return resolved;
  },
  load(url, context, next) {
    if (url === globalsUrl) return { source: globalsSource, format: 'module', shortCircuit: true };
    return next(url, context);
  },
});

/** The methods of a runtime that jest-runner and jest-circus call. */
class NativeRuntime {
  constructor() {
    files += 1;
  }

  /** Circus keeps tests and handlers of a file in its module: each file gets a new one. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    return require(path);
  }

  setGlobalsForRuntime(globals) {
    current = globals;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(pathToFileURL(path).href);
  }

  requireModule(path) {
    return require(path);
  }

  /** Node strips types and leaves everything where it stood. */
  getSourceMaps() {
    return new Map();
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  enterTestCode() {}

  leaveTestCode() {}

  teardown() {}
}

// As `require` returns it to jest-runner.
export { NativeRuntime as 'module.exports' };
