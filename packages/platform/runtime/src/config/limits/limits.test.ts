import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { limitDescriptions, limits } from './limits.ts';

const guide = readFileSync(new URL('../../../../../../docs/guides/security.md', import.meta.url), 'utf8');

test('the guide shows every limit with its value, and no other', () => {
  const rows = [...guide.matchAll(/^\| `(\w+)` +\| +([\d,]+) +\| (.+?) +\|$/gm)].map(
    ([, name, value, description]) => [name, Number(value?.replaceAll(',', '')), description],
  );
  const expected = Object.entries(limits).map(([name, value]) => [
    name,
    value,
    limitDescriptions[name as keyof typeof limits],
  ]);
  expect(rows).toEqual(expected);
});
