/** A child process of the mutation check: runs a file of tests with the mistake that its parent names. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Mutant } from './find-mutants.ts';
import { type Failure, firstFailure, globalsSource, isLate } from './harness.ts';
import { type Executed, measureExecution } from './measure-execution.ts';

/** A file of tests that the parent process asks to be run. Paths are relative to the repository. */
export interface Order {
  readonly testFile: string;
  /** Each mistake has instances of its own of the modules that it may show in. */
  readonly number: number;
  /** Without one the sources are as they are. */
  readonly mutant: Mutant | null;
  /** The modules that import the mistake, directly or through others; null: all that are not of a library. */
  readonly renewed: readonly string[] | null;
  /** Reports what of these sources the tests execute. */
  readonly measured: readonly string[];
  readonly timeoutMs: number;
}

export interface Outcome {
  /** The first test that failed; null: all passed. */
  readonly failure: Failure | null;
  readonly isLate: boolean;
  readonly durationMs: number;
  readonly executed: Executed;
  /** Imports of each module, where all were renewed. */
  readonly imports: readonly (readonly [importer: string, imported: string])[];
  readonly memoryBytes: number;
}

const globalsUrl = 'docfleet-mutations:globals';
const root = fileURLToPath(new URL('../../', import.meta.url));
const rootUrl = pathToFileURL(root).href;
const isOwn = (url: string) => url.startsWith(rootUrl) && !url.includes('/node_modules/');
const pathOf = (url: string) => relative(root, fileURLToPath(url.replace(/\?.*/, '')));
/** Test files, their fixtures and what lies in a folder of tests hold variables and register hooks: each run has its own. */
const support = /^((packages\/[^/]+|services)\/[^/]+\/test|tests)\/|\.(test|fixture)\.ts$/;
const imports = new Map<string, Set<string>>();
let order: Order | undefined;
let renewed: ReadonlySet<string> | null = null;
let runs = 0;

function noteImport(parentURL: string | undefined, imported: string): void {
  if (!parentURL || !isOwn(parentURL)) return;
  const importer = pathOf(parentURL);
  imports.set(importer, (imports.get(importer) ?? new Set()).add(imported));
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: globalsUrl, format: 'module', shortCircuit: true };
    const resolved = next(specifier, context);
    if (!order || !isOwn(resolved.url) || resolved.url.includes('?')) return resolved;
    const path = pathOf(resolved.url);
    noteImport(context.parentURL, path);
    // Imports of an earlier run belong to that run's mistake.
    const number = /\?mutant=(\d+)/.exec(context.parentURL ?? '')?.[1] ?? order.number;
    if (support.test(path)) return { ...resolved, url: `${resolved.url}?mutant=${number}&run=${runs}` };
    return renewed?.has(path) === false ? resolved : { ...resolved, url: `${resolved.url}?mutant=${number}` };
  },
  load(url, context, next) {
    if (url === globalsUrl) return { source: globalsSource, format: 'module', shortCircuit: true };
    const mutant = order?.mutant;
    if (!mutant || !url.includes(`?mutant=${order?.number}`) || !isOwn(url) || pathOf(url) !== mutant.file)
      return next(url, context);
    const text = readFileSync(fileURLToPath(url.replace(/\?.*/, '')), 'utf8');
    const source = text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end);
    return { source, format: 'module-typescript', shortCircuit: true };
  },
});

/** Random responses show crashes, and hardly ever a mistake: what they cost is better spent on more mistakes. */
const isSkipped = (name: string) => name.startsWith('a vendor as hostile as');

async function carryOut(received: Order): Promise<Outcome> {
  const { testFile, timeoutMs, measured } = received;
  order = received;
  renewed = received.renewed && new Set(received.renewed);
  runs += 1;
  imports.clear();
  const url = `${pathToFileURL(`${root}/${testFile}`).href}?mutant=${received.number}&run=${runs}`;
  const measurement = measured.length > 0 ? await measureExecution() : undefined;
  const startedAt = performance.now();
  const failure = (await firstFailure(() => import(url), { timeoutMs, isSkipped })) ?? null;
  const durationMs = performance.now() - startedAt;
  const isMeasured = new Set(measured);
  return {
    failure,
    isLate: failure !== null && isLate(failure),
    durationMs,
    executed: (await measurement?.end((one) => isOwn(one) && isMeasured.has(pathOf(one)), pathOf)) ?? {},
    imports: received.renewed
      ? []
      : [...imports].flatMap(([from, all]) => [...all].map((to) => [from, to] as const)),
    memoryBytes: process.memoryUsage().rss,
  };
}

// Without its parent it has nothing to do.
process.on('disconnect', () => process.exit());
// A mistake may reject what no one waits for.
process.on('unhandledRejection', () => undefined);
process.on('uncaughtException', () => undefined);
process.on('message', (received: Order) => {
  void carryOut(received).then((outcome) => process.send?.(outcome));
});
