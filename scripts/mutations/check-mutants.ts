/**
 * `npm run test:mutations`: plants mistakes into each connector and into what all share, one at a time, and counts how many the tests
 * notice. `MUTANTS=all` tries all of them, `SEED` chooses others; subjects may be named as arguments.
 */
import { readFileSync } from 'node:fs';
import { createSeededRandom } from '../../packages/testing/src/property-runs.ts';
import { openDesk } from '../../packages/testing/src/servers/desk.ts';
import { type Baseline, measureBaseline, renewedWith, testsOf } from './baseline.ts';
import { equivalentMutants } from './equivalent-mutants.ts';
import { equivalentInShared } from './equivalent-shared.ts';
import { findMutants, kindsOf, type Mutant } from './find-mutants.ts';
import { createMutantProcess, type MutantProcess } from './mutant-process.ts';
import { type Subject, subjects } from './subjects.ts';
import { createTestOrder, type TestOrder } from './test-order.ts';

const defaultMutants = 40;
/** Share of the mistakes that the tests of every subject should notice. */
const wantedShare = 0.97;
/** Less is a failure: of 40 mistakes, chance alone makes some difference. */
const minShare = 0.9;
/** Timeout of a test with a planted mistake, which may loop endlessly: at least this, and a multiple of the duration without it. */
const minTimeoutMs = 20_000;
const timesSlower = 3;

/** How a mistake fared: noticed by a test, by its time, or not at all. */
type Fate = 'noticed' | 'late' | 'not noticed' | 'not executed';

const nameOf = ({ file, description }: Mutant) =>
  `${file.replace('packages/providers/connectors/', '')} ${description}`;

const isEquivalent = (mutant: Mutant) => {
  const name = nameOf(mutant).replace(/line \d+: /, '');
  return equivalentMutants.has(name) || equivalentInShared.has(name);
};

/** As many as are wanted, spread over all, the same for the same seed. */
function chosenOf(mutants: readonly Mutant[], wanted: number, random: () => number): Mutant[] {
  const keyed = mutants.map((mutant) => ({ mutant, key: random() }));
  return keyed
    .toSorted((one, other) => one.key - other.key)
    .slice(0, wanted)
    .map(({ mutant }) => mutant);
}

async function fateOf(
  process: MutantProcess,
  baseline: Baseline,
  { mutant, number, order: testOrder }: { mutant: Mutant; number: number; order: TestOrder },
): Promise<Fate> {
  const { file } = mutant;
  const tests = testOrder.of(file, testsOf(baseline, mutant));
  if (tests.length === 0) return 'not executed';
  const renewed = renewedWith(baseline, file);
  for (const { testFile, durationMs } of tests) {
    const timeoutMs = minTimeoutMs + timesSlower * durationMs;
    const order = { testFile, number, mutant, renewed, measured: [], timeoutMs };
    const outcome = await process.run(order, 2 * timeoutMs + durationMs);
    testOrder.note(file, testFile, typeof outcome === 'string' || outcome.failure !== null);
    if (typeof outcome === 'string') return outcome === 'it took too long' ? 'late' : 'noticed';
    if (outcome.failure) return outcome.isLate ? 'late' : 'noticed';
  }
  return 'not noticed';
}

interface Counts {
  readonly judged: number;
  readonly survivors: number;
  readonly equivalent: number;
  readonly late: number;
}

async function judge(
  process: MutantProcess,
  baseline: Baseline,
  mutants: readonly Mutant[],
): Promise<Counts> {
  let [survivors, equivalent, late] = [0, 0, 0];
  const order = createTestOrder();
  for (const [index, mutant] of mutants.entries()) {
    const fate = await fateOf(process, baseline, { mutant, number: 1_000_000 + index, order });
    if (fate === 'late') late += 1;
    if (fate === 'late' || fate === 'noticed') continue;
    if (isEquivalent(mutant)) equivalent += 1;
    else {
      survivors += 1;
      console.log(`  ${fate}: ${nameOf(mutant)} → ${mutant.replacement}`);
    }
  }
  return { judged: mutants.length - equivalent, survivors, equivalent, late };
}

async function checkSubject(subject: Subject, wanted: number, seed: number): Promise<boolean> {
  const child = createMutantProcess();
  const baseline = await measureBaseline(child, subject);
  for (const one of baseline.broken) console.log(`  fails without a mistake: ${one}`);
  const kinds = kindsOf(process.env['KINDS']);
  const all = subject.sources.flatMap((file) => findMutants(file, readFileSync(file, 'utf8'), kinds));
  const mutants = chosenOf(all, wanted, createSeededRandom(seed));
  const { judged, survivors, equivalent, late } = await judge(child, baseline, mutants);
  child.stop();
  const detected = judged - survivors;
  const share = detected / judged;
  console.log(
    `${subject.name}: ${detected} of ${judged} detected (${(100 * share).toFixed(1)} %), ${late} of them by their time, ${equivalent} equivalent, ${all.length} possible, SEED=${seed}`,
  );
  if (share < wantedShare) console.log(`  ${100 * wantedShare} % are wanted`);
  return share >= minShare && baseline.broken.length === 0;
}

/** Resolves to whether enough mistakes are noticed in every subject. */
export async function checkMutants(names: readonly string[]): Promise<boolean> {
  const wanted =
    process.env['MUTANTS'] === 'all' ? Infinity : Number(process.env['MUTANTS'] ?? defaultMutants);
  const seed = Number(process.env['SEED'] ?? 1);
  const all = subjects();
  const unknown = names.filter((wantedName) => all.every(({ name }) => name !== wantedName));
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')}: ${all.map(({ name }) => name).join(', ')}`);
  const chosen = all.filter(({ name }) => names.length === 0 || names.includes(name));
  const desk = await openDesk();
  try {
    let isEnough = true;
    for (const subject of chosen) isEnough = (await checkSubject(subject, wanted, seed)) && isEnough;
    return isEnough;
  } finally {
    await desk.close();
  }
}

if (import.meta.main && !(await checkMutants(process.argv.slice(2)))) process.exitCode = 1;
