/** What `npm test` runs: the checks beside the first tests, which wait more than they work; before, what the machine lacks is installed, where it can be. The last line counts both: a failed check is one failed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check.ts';
import { runJest } from './jest.ts';

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

interface JestResults {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** Files that broke before their first test. */
  readonly numRuntimeErrorTestSuites: number;
}

/** Two even on a small machine, as many tests wait for servers; few on a large one, as each holds a good deal of memory. */
const workers = Math.min(4, Math.max(2, availableParallelism() - 1));

async function runTests(args: readonly string[]): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'docfleet-results-'));
  const file = join(folder, 'results.json');
  try {
    const code = await runJest(['--json', `--outputFile=${file}`, `--maxWorkers=${workers}`, ...args]);
    const results = await readFile(file, 'utf8').catch(() => undefined);
    if (results === undefined) return { passed: 0, failed: 1 };
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(results) as JestResults;
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    return { passed: numPassedTests, failed: code === 0 ? failed : Math.max(failed, 1) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Tests of what cannot be installed are skipped, each with the reason. */
async function setUpSystem(): Promise<void> {
  await once(spawn(process.execPath, ['scripts/setup-system.mjs'], { stdio: 'inherit' }), 'exit');
}

const checks = runChecks();
await setUpSystem();
const { passed, failed } = await runTests(process.argv.slice(2));
const failedChecks = await checks;
if (failedChecks > 0) console.error('Not all checks passed: see far above, or `npm run check`');
const allFailed = failedChecks + failed;
process.exitCode = allFailed > 0 ? 1 : 0;
console.log(`${passed} passed, ${allFailed} failed`);
