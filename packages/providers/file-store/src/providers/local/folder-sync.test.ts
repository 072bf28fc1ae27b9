import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createFolderSync } from './write-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folder-sync-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('writers that come while a folder is being synced share the next sync, and no other does', async () => {
  const sync = createFolderSync();
  const [first, second, third] = [sync(folder), sync(folder), sync(folder)];
  expect(second).not.toBe(first);
  expect(third).toBe(second);
  await first;
  // The next one has begun: it may have missed what is written from here on.
  await new Promise((resolve) => setImmediate(resolve));
  const fourth = sync(folder);
  expect(fourth).not.toBe(second);
  await Promise.all([second, fourth]);
  const later = sync(folder);
  expect(later).not.toBe(fourth);
  await expect(later).resolves.toBeUndefined();
});

test('a sync that fails rejects for those that asked for it, and those after it are synced', async () => {
  const sync = createFolderSync();
  const absent = join(folder, 'absent');
  const outcomes = await Promise.allSettled([sync(absent), sync(absent)]);
  const refused = { status: 'rejected', reason: { code: 'ENOENT' } };
  expect(outcomes).toMatchObject([refused, refused]);
  await expect(sync(absent)).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(sync(folder)).resolves.toBeUndefined();
});

test('folders do not wait for each other', async () => {
  const sync = createFolderSync();
  const absent = sync(join(folder, 'absent')).catch(() => 'refused');
  await expect(sync(folder)).resolves.toBeUndefined();
  expect(await absent).toBe('refused');
});
