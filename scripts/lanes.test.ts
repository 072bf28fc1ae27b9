import { globSync } from 'node:fs';
import { matchesGlob, sep } from 'node:path';
import { expect, test } from '@jest/globals';
import { laneNames, lanes } from './lanes.ts';

const files = globSync('{packages,services,tests,scripts,bench}/**/*.test.ts', {
  exclude: (name) => name.split(sep).includes('node_modules'),
});

/** As jest does: of the globs that say something about a file, the last one counts. */
function isIn(globs: readonly string[], file: string): boolean {
  let matches = false;
  for (const glob of globs) {
    const excludes = glob.startsWith('!');
    if (matchesGlob(file, excludes ? glob.slice(1) : glob)) matches = !excludes;
  }
  return matches;
}

test('every test file runs in one lane, or is one of the faults that npm run test:faults injects', () => {
  const wrong = files.filter(
    (file) =>
      laneNames.filter((name) => isIn(lanes[name], file)).length !== 1 &&
      (isIn(lanes.fleet, file) || !matchesGlob(file, 'tests/faults/*.integration.test.ts')),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});
