import { tmpdir } from 'node:os';
import { expect, test } from '@jest/globals';
import { createDiskSpace } from './disk-space.ts';

test('a disk with less room than has to be free refuses, with what is free and when to come again', async () => {
  const disk = createDiskSpace(tmpdir(), Number.MAX_SAFE_INTEGER);
  await expect(disk.require()).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: expect.stringMatching(/^Only \d+ MB of the disk are free/),
    details: { retryAfterMs: 30_000 },
  });
  expect(await disk.isFull()).toBe(true);
});

test('a disk with room, and a folder that is not there yet, refuse nothing', async () => {
  await createDiskSpace(tmpdir(), 1).require();
  await createDiskSpace('/nowhere/at/all', 1).require();
  await createDiskSpace(tmpdir(), 0).require();
  expect(await createDiskSpace(tmpdir(), 1).isFull()).toBe(false);
});
