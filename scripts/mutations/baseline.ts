import type { Mutant } from './find-mutants.ts';
import { type Executed, isExecuted } from './measure-execution.ts';
import type { MutantProcess } from './mutant-process.ts';
import type { Order, Outcome } from './run-mutants.ts';
import type { Subject } from './subjects.ts';

/** A file of tests that passes without a mistake. */
export interface MeasuredTests {
  readonly testFile: string;
  readonly durationMs: number;
  readonly executed: Executed;
}

/** What the tests of a subject do without a mistake. */
export interface Baseline {
  readonly tests: readonly MeasuredTests[];
  /** Who imports a module. */
  readonly importers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Files whose tests fail also without a mistake, with the first that does. */
  readonly broken: readonly string[];
}

const baselineMs = 600_000;

async function measure(
  process: MutantProcess,
  order: Pick<Order, 'testFile' | 'number' | 'measured'>,
): Promise<Outcome | string> {
  const outcome = await process.run(
    { ...order, mutant: null, renewed: null, timeoutMs: baselineMs / 5 },
    baselineMs,
  );
  if (typeof outcome === 'string') return outcome;
  return outcome.failure ? `"${outcome.failure.name}": ${outcome.failure.error}` : outcome;
}

/** Runs every file of tests of a subject once, one that fails once more: a busy machine is slow. */
export async function measureBaseline(process: MutantProcess, subject: Subject): Promise<Baseline> {
  const tests: MeasuredTests[] = [];
  const broken: string[] = [];
  const importers = new Map<string, Set<string>>();
  let number = 0;
  for (const testFile of subject.tests) {
    const attempt = () => {
      number += 1;
      return measure(process, { testFile, number, measured: subject.sources });
    };
    let outcome = await attempt();
    if (typeof outcome === 'string') outcome = await attempt();
    if (typeof outcome === 'string') {
      broken.push(`${testFile}: ${outcome}`);
      continue;
    }
    for (const [importer, imported] of outcome.imports)
      importers.set(imported, (importers.get(imported) ?? new Set()).add(importer));
    // What executes nothing of the subject cannot notice a mistake in it.
    if (Object.keys(outcome.executed).length > 0)
      tests.push({ testFile, durationMs: outcome.durationMs, executed: outcome.executed });
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
