/** `npm run test:long`: the files with property tests and the like, each with its full count of cases. */
import { globSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { runJest } from './jest.ts';

const files = globSync('{packages,services,tests,bench}/**/*.test.ts', {
  exclude: (name) => name.split(sep).includes('node_modules'),
}).filter((file) => readFileSync(file, 'utf8').match(/\b(propertyRuns|casesOf)\(/));
process.exitCode = await runJest(['--runTestsByPath', ...files, ...process.argv.slice(2)], {
  TEST_CASES: 'all',
});
