/** `npm run test:long`: the files with property tests and the like, each with its full count of cases, and the mutation check. */
import { globSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { runJest } from './jest.ts';
import { checkMutants } from './mutations/check-mutants.ts';

const files = globSync('{packages,services,tests,bench}/**/*.test.ts', {
  exclude: (name) => name.split(sep).includes('node_modules'),
}).filter((file) => readFileSync(file, 'utf8').match(/\b(propertyRuns|casesOf)\(/));
const code = await runJest(['--runTestsByPath', ...files, ...process.argv.slice(2)], {
  TEST_CASES: 'all',
});
if (process.argv.length === 2) process.exitCode = code || ((await checkMutants([])) ? 0 : 1);
else process.exitCode = code;
