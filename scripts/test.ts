/**
 * `npm test`: the checks, and beside them the tests of all lanes; `npm run test:unit` and its like run one lane, and no checks. Programs that
 * the machine lacks are installed first, where that is possible. `--rerun-failed` runs the files that failed once more. The last line counts tests and failed checks.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { runChecks } from './check.ts';
import { runJest } from './jest.ts';
import { filesOf, type Lane, laneNames } from './lanes.ts';
import { openRunFolder } from './run-folder.ts';
import { type Counts, countTests, failedFiles, type JestResults, withRerun } from './test-results.ts';

/** One more than processors on a small machine, as fleets and servers are waited for as long as they work; few on a large one, as each holds a good deal of memory. */
const workers = Math.min(4, availableParallelism() + 1);

/** Seed of the tests that choose at random. */
const seed = process.env['SEED'] ?? String(randomInt(1_000_000_000));

async function runTests(args: readonly string[]): Promise<JestResults> {
  const folder = openRunFolder();
  const file = join(folder.path, 'results.json');
  try {
    const report = ['--json', `--outputFile=${file}`, `--maxWorkers=${workers}`];
    await runJest([...report, ...args], { SEED: seed });
    return JSON.parse(await readFile(file, 'utf8')) as JestResults;
  } finally {
    await folder.remove();
  }
}

/** Runs what failed once more; resolves to the results, and to the files that then passed. */
async function rerunFailed(first: JestResults) {
  const failed = failedFiles(first);
  if (failed.length === 0) return { results: first, flaky: [] };
  console.error(`\nFailed files are run once more:\n${failed.join('\n')}\n`);
  const again = await runTests(['--runTestsByPath', ...failed]);
  const stillFailed = new Set(failedFiles(again));
  return { results: withRerun(first, again), flaky: failed.filter((file) => !stillFailed.has(file)) };
}

/** Tests of what cannot be installed are skipped, each with the reason. */
async function setUpSystem(): Promise<void> {
  await once(spawn(process.execPath, ['scripts/setup-system.mjs'], { stdio: 'inherit' }), 'exit');
}

async function main([...args]: string[]): Promise<Counts> {
  const lane = laneNames.find((name) => name === args[0]) as Lane | undefined;
  if (lane) args.shift();
  const rerun = args.includes('--rerun-failed');
  const jestArgs = args.filter((arg) => arg !== '--rerun-failed');
  const checks = lane ? Promise.resolve(0) : runChecks();
  await setUpSystem();
  const first = await runTests([...jestArgs, ...filesOf(lane ? [lane] : laneNames)]);
  const { results, flaky } = rerun ? await rerunFailed(first) : { results: first, flaky: [] };
  const failedChecks = await checks;
  if (failedChecks > 0) console.error('Not all checks passed: see far above, or `npm run check`');
  console.log(`Random choices came from SEED=${seed}`);
  for (const file of flaky) console.log(`FLAKY ${relative('.', file)} (SEED=${seed})`);
  const { passed, failed } = countTests(results);
  return { passed, failed: failed + failedChecks };
}

const { passed, failed } = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  return { passed: 0, failed: 1 };
});
process.exitCode = failed > 0 ? 1 : 0;
console.log(`${passed} passed, ${failed} failed`);
