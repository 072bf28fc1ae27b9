import { expect } from 'expect';

type Run = (...values: unknown[]) => unknown;

interface Registered {
  readonly name: string;
  readonly run: Run;
  readonly timeoutMs: number;
}

const usualTimeoutMs = 60_000;

/** What the test files that were imported last have registered. */
const hooks = {
  beforeAll: [] as Run[],
  afterAll: [] as Run[],
  beforeEach: [] as Run[],
  afterEach: [] as Run[],
};
let tests: Registered[] = [];

function register(name: string, run: Run, timeoutMs = usualTimeoutMs): void {
  tests.push({ name, run, timeoutMs: Math.min(timeoutMs, usualTimeoutMs) });
}

const each = (table: readonly unknown[]) => (name: string, run: Run, timeoutMs?: number) => {
  for (const row of table)
    register(`${name} [${String(row)}]`, () => run(...(Array.isArray(row) ? row : [row])), timeoutMs);
};

const describe = (_name: string, define: Run) => define();
const describeEach = (table: readonly unknown[]) => (name: string, define: Run) => {
  for (const row of table) describe(name, () => define(...(Array.isArray(row) ? row : [row])));
};

/** The part of Jest's interface that tests of connectors use. */
const globals = {
  expect,
  test: Object.assign(register, { each, skip: () => undefined }),
  describe: Object.assign(describe, { each: describeEach }),
  beforeAll: (run: Run) => void hooks.beforeAll.push(run),
  afterAll: (run: Run) => void hooks.afterAll.push(run),
  beforeEach: (run: Run) => void hooks.beforeEach.push(run),
  afterEach: (run: Run) => void hooks.afterEach.push(run),
};
Object.assign(globalThis, { docfleetMutationGlobals: globals });

/** The source of a module that stands for `@jest/globals`. */
export const globalsSource: string = Object.keys(globals)
  .map((name) => `export const ${name} = globalThis.docfleetMutationGlobals.${name};`)
  .join('\n');

async function within(run: Run, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long')), timeoutMs);
  });
  try {
    await Promise.race([Promise.resolve().then(() => run()), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function runEach(runs: readonly Run[]): Promise<void> {
  for (const run of runs) await within(run, usualTimeoutMs);
}

async function runTest({ run, timeoutMs }: Registered): Promise<void> {
  try {
    await runEach(hooks.beforeEach);
    await within(run, timeoutMs);
  } finally {
    await runEach(hooks.afterEach).catch(() => undefined);
  }
}

/** Imports a file of tests and runs them until one fails; returns the name of that one, undefined when all pass. */
export async function firstFailure(
  importFile: () => Promise<unknown>,
  isSkipped: (name: string) => boolean,
): Promise<string | undefined> {
  tests = [];
  for (const list of Object.values(hooks)) list.length = 0;
  let name = 'import';
  try {
    await importFile();
    name = 'beforeAll';
    await runEach(hooks.beforeAll);
    for (const registered of tests) {
      name = registered.name;
      if (!isSkipped(name)) await runTest(registered);
    }
    return undefined;
  } catch {
    return name;
  } finally {
    await runEach(hooks.afterAll).catch(() => undefined);
  }
}
