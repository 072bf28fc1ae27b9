/**
 * `npm run test:mutations`: plants mistakes into each connector, one at a time, and counts how many its conformance suite and its own
 * tests notice. `MUTANTS=all` tries all of them, `SEED` chooses others; connectors may be named as arguments.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createSeededRandom } from '../../packages/testing/src/property-runs.ts';
import { equivalentMutants } from './equivalent-mutants.ts';
import { findMutants, kindsOf, type Mutant } from './find-mutants.ts';
import type { Noticed, Planted } from './run-mutants.ts';

const usualMutants = 40;
/** What every connector's tests should notice. */
const wantedShare = 0.97;
/** Less is a failure: of 40 mistakes, chance alone makes some difference. */
const leastShare = 0.9;
/** Longer than every test together. */
const longestMs = 600_000;
/** A mistake that makes an endless loop is noticed by that: the child is no longer heard. */
const silenceMs = 45_000;
/** After so long something may be going round in the child behind the next mistakes. */
const suspiciousMs = 50_000;
const graph = ['src/microsoft-graph', 'src/providers/onedrive', 'src/providers/sharepoint'];

interface Subject {
  readonly name: string;
  readonly folders: readonly string[];
}

const home = resolve('packages/connectors');
/** What of all connectors is tested together. */
const sharedTests = ['refused-parts', 'push', 'sign-in', 'public-addresses'].map((name) =>
  join(home, `src/${name}.test.ts`),
);
const subjects: readonly Subject[] = [
  ...['box', 'confluence', 'dropbox', 'google-drive', 'notion', 's3'].map((name) => ({
    name,
    folders: [`src/providers/${name}`],
  })),
  { name: 'microsoft-graph', folders: graph },
];

const filesOf = ({ folders }: Subject) => folders.flatMap((folder) => globSync(join(home, folder, '*.ts')));

/** Steps of a set-up are read by people. */
const isMutated = (file: string) => !file.endsWith('.test.ts') && basename(file) !== 'setup.ts';

const nameOf = ({ file, description }: Mutant) => `${file.slice(home.length + 1)} ${description}`;

/** As many as are wanted, spread over all, the same for the same seed. */
function chosenOf(mutants: readonly Mutant[], wanted: number, random: () => number): Mutant[] {
  const keyed = mutants.map((mutant) => ({ mutant, key: random() }));
  return keyed
    .toSorted((one, other) => one.key - other.key)
    .slice(0, wanted)
    .map(({ mutant }) => mutant);
}

/** What a child answers, after signs of life; rejects when the signal does. */
async function answerOf(child: ChildProcess, signal: AbortSignal, heard: () => void) {
  for await (const [message] of on(child, 'message', { signal })) {
    heard();
    const noticed: Noticed | 'alive' = message;
    if (noticed !== 'alive') return noticed;
  }
  return undefined;
}

/** A child that is started again after a mistake that ended or stopped it. */
function createRunner() {
  let child: ChildProcess | undefined;
  const start = () =>
    fork(join(import.meta.dirname, 'run-mutants.ts'), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const stop = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  return {
    stop,
    async run(planted: Planted): Promise<Omit<Noticed, 'number'>> {
      child ??= start();
      const here = child;
      const begun = Date.now();
      const over = new AbortController();
      const silence = setTimeout(() => over.abort(), silenceMs);
      const signal = AbortSignal.any([over.signal, AbortSignal.timeout(longestMs)]);
      const answered = answerOf(here, signal, () => silence.refresh());
      const ended = once(here, 'exit', { signal }).then(() => undefined);
      here.send(planted);
      const noticed = await Promise.race([answered, ended]).catch(() => undefined);
      clearTimeout(silence);
      over.abort();
      await answered.catch(() => undefined);
      if (!noticed || Date.now() - begun > suspiciousMs) stop();
      if (noticed) return noticed;
      return { failed: 'the process ended, or it took too long' };
    },
  };
}

async function checkSubject(subject: Subject, wanted: number, seed: number): Promise<boolean> {
  const files = filesOf(subject);
  const own = files.filter((file) => file.endsWith('.test.ts')).toSorted();
  const testFiles = [...own, ...sharedTests];
  const kinds = kindsOf(process.env['KINDS']);
  const all = files.filter(isMutated).flatMap((file) => findMutants(file, readFileSync(file, 'utf8'), kinds));
  const mutants = chosenOf(all, wanted, createSeededRandom(seed));
  const runner = createRunner();
  const broken = await runner.run({ number: 0, mutant: null, testFiles });
  if (broken.failed !== null) throw new Error(`${subject.name}: "${broken.failed}" fails without a mistake`);
  let survivors = 0;
  let equivalent = 0;
  /** Which tests have noticed the last mistake of a file: they are run first for the next one. */
  const noticing = new Map<string, string>();
  for (const [index, mutant] of mutants.entries()) {
    const first = noticing.get(mutant.file);
    const order = first === undefined ? testFiles : [first, ...testFiles.filter((one) => one !== first)];
    const { failed, testFile } = await runner.run({ number: index + 1, mutant, testFiles: order });
    if (testFile !== undefined) noticing.set(mutant.file, testFile);
    if (failed !== null) continue;
    if (equivalentMutants.has(nameOf(mutant).replace(/line \d+: /, ''))) equivalent += 1;
    else {
      survivors += 1;
      console.log(`  not noticed: ${nameOf(mutant)} → ${mutant.replacement}`);
    }
  }
  runner.stop();
  const judged = mutants.length - equivalent;
  const detected = judged - survivors;
  const share = detected / judged;
  console.log(
    `${subject.name}: ${detected} of ${judged} detected (${(100 * share).toFixed(1)} %), ${equivalent} equivalent, ${all.length} possible, SEED=${seed}`,
  );
  if (share < wantedShare) console.log(`  ${100 * wantedShare} % are wanted`);
  return share >= leastShare;
}

/** Resolves to whether enough mistakes are noticed in every connector. */
export async function checkMutants(names: readonly string[]): Promise<boolean> {
  const wanted = process.env['MUTANTS'] === 'all' ? Infinity : Number(process.env['MUTANTS'] ?? usualMutants);
  const seed = Number(process.env['SEED'] ?? 1);
  let isEnough = true;
  for (const subject of subjects)
    if (names.length === 0 || names.includes(subject.name))
      isEnough = (await checkSubject(subject, wanted, seed)) && isEnough;
  return isEnough;
}

if (import.meta.main && !(await checkMutants(process.argv.slice(2)))) process.exitCode = 1;
