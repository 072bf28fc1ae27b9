import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openJournal } from './sent-files.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docfleet-cli-'));
  path = join(folder, 'below/journal.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const fail = (error: unknown) => {
  throw error;
};
const open = () => openJournal<number>(path, fail);
const entries = async () => Object.fromEntries((await open()).entries);

test('what was put is there when it is opened again, and what was taken away is not', async () => {
  const journal = await open();
  await Promise.all([journal.put('a', 1), journal.put('b', 2)]);
  await journal.put('a', 3);
  await journal.put('b', undefined);
  expect(await entries()).toEqual({ a: 3 });
});

test('a line that was cut off takes none of its neighbors along', async () => {
  await (await open()).put('a', 1);
  await appendFile(path, '["b",');
  await (await open()).put('c', 3);
  expect(await entries()).toEqual({ a: 1, c: 3 });
});

test('a journal of changes that no longer count is written anew', async () => {
  await (await open()).put('a', 1);
  await writeFile(path, '["a",1]\n'.repeat(2_000));
  expect(await entries()).toEqual({ a: 1 });
  expect(await readFile(path, 'utf8')).toBe('["a",1]\n');
});

test('where the disk refuses, it says so and remembers until the program ends', async () => {
  await writeFile(join(folder, 'below'), 'a file');
  const failures: unknown[] = [];
  const journal = await openJournal<number>(path, (error) => failures.push(error));
  await journal.put('a', 1);
  expect(journal.entries.get('a')).toBe(1);
  expect(failures).toMatchObject([{ code: 'ENOTDIR' }, { code: 'ENOTDIR' }]);
});
