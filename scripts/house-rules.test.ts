import { expect, test } from '@jest/globals';
import { findBreaches } from './house-rules.ts';

test('a file of 300 lines is short enough, one of 301 is not', () => {
  expect(findBreaches('packages/a/src/b.ts', '\n'.repeat(300))).toEqual([]);
  expect(findBreaches('packages/a/src/b.ts', '\n'.repeat(301))).toEqual([
    expect.stringContaining('301 lines'),
  ]);
});

test.each(['packages/a/src/utils.ts', 'packages/lib/src/b.ts', 'services/a/src/helpers/b.ts'])(
  '%s has a name that says nothing',
  (path) => {
    expect(findBreaches(path, '')).toHaveLength(1);
  },
);

test.each([
  ['packages/a/src/b.ts', 1],
  ['packages/runtime/src/config/b.ts', 0],
  ['packages/a/src/b.test.ts', 0],
  ['packages/cli/src/environment.ts', 0],
  ['packages/cli/src/main.ts', 1],
  ['scripts/b.ts', 0],
])('%s breaks %i rules when it reads the environment', (path, breaches) => {
  expect(findBreaches(path, 'const { HOME } = process.env;')).toHaveLength(breaches);
});
