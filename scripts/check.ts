/** Everything that can be said about the code without running it, at once. */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Each of tsc's checkers works out the types that files share anew: four of them take twice the processor time of one, which tests run beside. */
const checkers = String(Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))));
const tsc = (project: string) => ['node_modules/typescript/bin/tsc', '-p', project, '--checkers', checkers];

const checks: Record<string, readonly string[]> = {
  'house rules': ['scripts/house-rules.ts'],
  'format and lint (biome)': ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  'types (tsc)': tsc('.'),
  // Since TypeScript 6 a wrong name within a nested `where` or `select` of Prisma passes (prisma/orm#29519).
  'types of queries (tsc 5.9)': ['node_modules/typescript-5/bin/tsc', '-p', 'tsconfig.queries.json'],
  'types of the browser (tsc)': tsc('tsconfig.browser.json'),
  'types of the console (tsc)': tsc('services/console'),
  'imports (dependency-cruiser)': ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', '.'],
  'unused code (knip)': ['node_modules/knip/bin/knip.js', '--no-config-hints'],
};

const deadlineMs = 10 * 60_000;
const outputLimit = 16 * 1024 * 1024;

/** Runs all checks, prints what those that failed have to say, and resolves to their number. */
export async function runChecks(): Promise<number> {
  const results = await Promise.all(Object.entries(checks).map(([name, args]) => runCheck(name, args)));
  return results.filter((passed) => !passed).length;
}

function runCheck(name: string, args: readonly string[]): Promise<boolean> {
  const options = { timeout: deadlineMs, maxBuffer: outputLimit };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      console.error(error ? `✗ ${name}\n${stdout}${stderr || (stdout ? '' : error.message)}` : `✓ ${name}`);
      resolve(!error);
    });
  });
}

if (import.meta.main) process.exitCode = (await runChecks()) > 0 ? 1 : 0;
