import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { measureFolder } from './disk-space.ts';

const signal = new AbortController().signal;

test('a folder takes what its files take of the disk, at any depth, and less once they are gone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docfleet-measure-'));
  await mkdir(join(folder, 'a/b'), { recursive: true });
  await writeFile(join(folder, 'a/b/large'), Buffer.alloc(1_000_000, 1));
  await writeFile(join(folder, 'small'), 'x');
  const before = (await measureFolder(folder, signal)) ?? 0;
  expect(before).toBeGreaterThanOrEqual(1_000_000);
  expect(before).toBeLessThan(1_100_000);
  await rm(join(folder, 'a'), { recursive: true });
  expect(await measureFolder(folder, signal)).toBeLessThan(10_000);
  await rm(folder, { recursive: true });
  expect(await measureFolder(folder, signal)).toBeUndefined();
});
