import type { Mutant } from './find-mutants.ts';
import { type Measurement, openKeptMeasurements } from './kept-measurements.ts';
import { type Executed, isExecuted } from './measure-execution.ts';
import type { MutantProcess } from './mutant-process.ts';
import type { Subject } from './subjects.ts';

/** A file of tests that passes without a mistake. */
export interface MeasuredTests {
  readonly testFile: string;
  readonly durationMs: number;
  readonly executed: Executed;
}

/** Results of the tests of a subject without a mistake. */
export interface Baseline {
  readonly tests: readonly MeasuredTests[];
  /** Importers of a module. */
  readonly importers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Files whose tests fail also without a mistake, with the first that does. */
  readonly broken: readonly string[];
}

const baselineMs = 600_000;
let measurements = 0;

/** Runs a file of tests without a mistake; returns what it did, or what went wrong. */
async function measure(
  child: MutantProcess,
  testFile: string,
  measured: readonly string[],
): Promise<Measurement | string> {
  measurements += 1;
  const order = { testFile, number: measurements, mutant: null, renewed: null, measured };
  const outcome = await child.run({ ...order, timeoutMs: baselineMs / 5 }, baselineMs);
  if (typeof outcome === 'string') return outcome;
  const { failure, durationMs, executed, imports } = outcome;
  if (failure) return `"${failure.name}": ${failure.error}`;
  return { durationMs, executed, imports };
}

/** Runs every file of tests of a subject once, one that fails once more: a busy machine is slow. What has not changed is not run again. */
export async function measureBaseline(child: MutantProcess, subject: Subject): Promise<Baseline> {
  const tests: MeasuredTests[] = [];
  const broken: string[] = [];
  const importers = new Map<string, Set<string>>();
  const kept = openKeptMeasurements(subject.name, subject.sources);
  for (const testFile of subject.tests) {
    const attempt = () => measure(child, testFile, subject.sources);
    let outcome = kept.find(testFile) ?? (await attempt());
    if (typeof outcome === 'string') outcome = await attempt();
    if (typeof outcome === 'string') {
      broken.push(`${testFile}: ${outcome}`);
      continue;
    }
    kept.keep(testFile, outcome);
    const { imports, executed, durationMs } = outcome;
    for (const [importer, imported] of imports)
      importers.set(imported, (importers.get(imported) ?? new Set()).add(importer));
    // A test that executes nothing of the subject cannot notice a mistake in it.
    if (Object.keys(executed).length > 0) tests.push({ testFile, durationMs, executed });
  }
  return { tests: tests.toSorted((one, other) => one.durationMs - other.durationMs), importers, broken };
}

/** The tests that execute the place of a mistake, the quickest first. */
export const testsOf = ({ tests }: Baseline, { file, start }: Mutant): MeasuredTests[] =>
  tests.filter(({ executed }) => isExecuted(executed[file] ?? [], start));

/** A module and all that import it, directly or through others. */
export function renewedWith({ importers }: Baseline, file: string): string[] {
  const found = new Set([file]);
  for (const one of found) for (const importer of importers.get(one) ?? []) found.add(importer);
  return [...found];
}
