import { inspect } from 'node:util';
import { expect } from 'expect';

type Run = (...values: unknown[]) => unknown;
type Define = (...values: never[]) => void;

interface Registered {
  readonly name: string;
  readonly run: Run;
  readonly timeoutMs: number;
}

/** Tests that have hooks in common: those of a file, or of a `describe` in it. */
interface Block {
  readonly beforeAll: Run[];
  readonly afterAll: Run[];
  readonly beforeEach: Run[];
  readonly afterEach: Run[];
  readonly content: (Registered | Block)[];
}

const newBlock = (): Block => ({ beforeAll: [], afterAll: [], beforeEach: [], afterEach: [], content: [] });

/** Default timeout of a test. */
const defaultTimeoutMs = 60_000;

/** Registry of the file that is being imported. */
let current = newBlock();

function register(name: string, run: Run, timeoutMs = defaultTimeoutMs): void {
  current.content.push({ name, run, timeoutMs });
}

function describe(_name: string, define: () => void): void {
  const outer = current;
  current = newBlock();
  outer.content.push(current);
  define();
  current = outer;
}

const valuesOf = (row: unknown): unknown[] => (Array.isArray(row) ? row : [row]);

const each = (table: readonly unknown[]) => (name: string, run: Run, timeoutMs?: number) => {
  for (const row of table)
    register(`${name} [${valuesOf(row).map(String)}]`, () => run(...valuesOf(row)), timeoutMs);
};

const describeEach = (table: readonly unknown[]) => (name: string, define: Define) => {
  for (const row of table) describe(name, () => define(...(valuesOf(row) as never[])));
};

const test = Object.assign(register, { each, skip: () => undefined });

/** The part of Jest's interface that the tests use. */
const globals = {
  expect,
  test,
  it: test,
  describe: Object.assign(describe, { each: describeEach }),
  beforeAll: (run: Run) => void current.beforeAll.push(run),
  afterAll: (run: Run) => void current.afterAll.push(run),
  beforeEach: (run: Run) => void current.beforeEach.push(run),
  afterEach: (run: Run) => void current.afterEach.push(run),
};
Object.assign(globalThis, { docfleetMutationGlobals: globals });

/** The source of a module that stands for `@jest/globals`. */
export const globalsSource: string = Object.keys(globals)
  .map((name) => `export const ${name} = globalThis.docfleetMutationGlobals.${name};`)
  .join('\n');

/** A test that failed, and its error. */
export interface Failure {
  readonly name: string;
  readonly error: string;
}

/** How a file is run: how long each test and hook may take, and which tests are left out. */
export interface Conduct {
  readonly timeoutMs: number;
  isSkipped(name: string): boolean;
}

const tookTooLong = 'It took too long';

async function within(run: Run, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(tookTooLong)), timeoutMs);
  });
  try {
    await Promise.race([Promise.resolve().then(() => run()), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs the tests of a block in their order; throws a `Failure` at the first that fails. */
async function runBlock(block: Block, outer: readonly Block[], conduct: Conduct): Promise<void> {
  const blocks = [...outer, block];
  const attempt = (name: string, run: Run, timeoutMs = conduct.timeoutMs) =>
    within(run, timeoutMs).catch((error: unknown) => {
      throw { name, error: inspect(error) } satisfies Failure;
    });
  try {
    for (const run of block.beforeAll) await attempt('beforeAll', run);
    for (const one of block.content) {
      if (!('run' in one)) await runBlock(one, blocks, conduct);
      else if (!conduct.isSkipped(one.name))
        await attempt(
          one.name,
          () => runTest(one.run, blocks),
          Math.max(conduct.timeoutMs, Math.min(one.timeoutMs, defaultTimeoutMs)),
        );
    }
  } finally {
    for (const run of block.afterAll) await within(run, conduct.timeoutMs).catch(() => undefined);
  }
}

async function runTest(run: Run, blocks: readonly Block[]): Promise<void> {
  try {
    for (const { beforeEach } of blocks) for (const before of beforeEach) await before();
    await run();
  } finally {
    for (const { afterEach } of blocks.toReversed()) for (const after of afterEach) await after();
  }
}

/** Imports a file of tests and runs them until one fails; returns that one, undefined when all pass. */
export async function firstFailure(
  importFile: () => Promise<unknown>,
  conduct: Conduct,
): Promise<Failure | undefined> {
  current = newBlock();
  const file = current;
  const environment = { ...process.env };
  try {
    await importFile();
    await runBlock(file, [], conduct);
    return undefined;
  } catch (failure) {
    return failure instanceof Error ? { name: 'import', error: inspect(failure) } : (failure as Failure);
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  }
}

/** Whether a failure is one of time. */
export const isLate = ({ error }: Failure): boolean => error.includes(tookTooLong);
