import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { cleanSpool, createSpoolQuotas } from './spool.ts';

const refused = expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED' });

test('a key has so many uploads under way, and another key its own', () => {
  const quotas = createSpoolQuotas({ uploads: 2, bytes: 100 });
  const first = quotas.open('a');
  quotas.open('a');
  expect(() => quotas.open('a')).toThrow(refused);
  quotas.open('b');
  first.close();
  quotas.open('a');
});

test('bytes of all uploads of a key count together, until their files are gone', () => {
  const quotas = createSpoolQuotas({ uploads: 10, bytes: 100 });
  const [first, second] = [quotas.open('a'), quotas.open('a')];
  first.add(60);
  expect(() => second.add(41)).toThrow(refused);
  second.close();
  first.add(40);
  expect(() => first.add(1)).toThrow(refused);
  first.close();
  quotas.open('a').add(100);
});

test('what a killed gateway left is removed; what is under way, and what other programs keep there, stays', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'docfleet-spool-'));
  const [old, young, foreign] = [`upload-${randomUUID()}`, `upload-${randomUUID()}`, 'letter.odt'];
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const name of [old, young, foreign]) {
    await writeFile(join(directory, name), 'x');
    if (name !== young) await utimes(join(directory, name), hoursAgo, hoursAgo);
  }
  expect(await cleanSpool(directory)).toBe(1);
  expect((await readdir(directory)).toSorted()).toEqual([foreign, young].toSorted());
  await rm(directory, { recursive: true });
});
