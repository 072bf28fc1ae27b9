import { glob, readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';

const consoleFolder = `${import.meta.dirname}/../services/console/src`;

/** A number that is written in front of a plural by hand, such as `{formatNumber(found)} items`. */
const ownPlural = /formatNumber\([^`'"\n]*?\)\}? (?!ms\b)[a-z]+s\b/;

test('no page of the console writes a plural behind a number by itself: formatCount says 1 file, 2 files', async () => {
  const wrong: string[] = [];
  for await (const path of glob('**/*.{ts,tsx}', { cwd: consoleFolder }))
    if (ownPlural.test(await readFile(`${consoleFolder}/${path}`, 'utf8'))) wrong.push(path);
  expect(wrong).toEqual([]);
});
