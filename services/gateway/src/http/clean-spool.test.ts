import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { cleanSpool } from './clean-spool.ts';

test('what a killed gateway left is removed, what is under way stays', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'docfleet-spool-'));
  for (const name of ['old', 'new']) await writeFile(join(directory, name), 'x');
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
  await utimes(join(directory, 'old'), hoursAgo, hoursAgo);
  await cleanSpool(directory);
  expect(await readdir(directory)).toEqual(['new']);
  await rm(directory, { recursive: true });
});
