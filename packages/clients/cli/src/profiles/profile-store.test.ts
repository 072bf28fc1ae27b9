import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readProfiles, writeProfiles } from './profile-store.ts';

let directory: string;
beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'docfleet-cli-')), 'docfleet');
});
afterEach(() => rm(join(directory, '..'), { recursive: true, force: true }));

const profiles = { current: 'default', profiles: { default: { url: 'http://localhost', apiKey: 'secret' } } };

test('keys are stored for their owner’s eyes only, with nothing beside them', async () => {
  const path = await writeProfiles(directory, profiles);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  expect(await readdir(directory)).toEqual(['config.json']);
  expect(await readProfiles(directory)).toEqual(profiles);
});

test('a file that others could read is replaced by one that they cannot', async () => {
  const path = await writeProfiles(directory, profiles);
  await writeFile(path, '{}');
  await chmod(path, 0o644);
  await writeProfiles(directory, profiles);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test.each(['', '{', '[]', 'null', '{"current":1,"profiles":{}}', '{"current":"a","profiles":{"a":{}}}'])(
  'the damaged file %j is named, and not taken for a fresh start',
  async (text) => {
    await writeFile(await writeProfiles(directory, profiles), text);
    await expect(readProfiles(directory)).rejects.toMatchObject({
      message: expect.stringContaining('config.json is not as docfleet wrote it'),
      advice: expect.stringContaining('docfleet login'),
    });
  },
);

test('where nothing was stored, there are no profiles', async () => {
  expect(await readProfiles(directory)).toEqual({ current: 'default', profiles: {} });
});
