import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fingerprintOf, isBuilt, putInPlace } from './built-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docfleet-built-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the fingerprint changes with a name and with a content, and with no file besides', async () => {
  const fingerprint = () => fingerprintOf(['*.md'], folder);
  await writeFile(join(folder, 'a.md'), 'text');
  const first = await fingerprint();
  await writeFile(join(folder, 'a.png'), 'picture');
  expect(await fingerprint()).toBe(first);
  await rename(join(folder, 'a.md'), join(folder, 'b.md'));
  const second = await fingerprint();
  await writeFile(join(folder, 'b.md'), 'other text');
  expect(new Set([first, second, await fingerprint()]).size).toBe(3);
});

test('a fresh build takes the place of the one before, and is known by its fingerprint', async () => {
  const [fresh, dist] = [join(folder, 'dist-1'), join(folder, 'dist')];
  for (const [path, file] of [
    [fresh, 'new.html'],
    [dist, 'old.html'],
  ] as const) {
    await mkdir(path);
    await writeFile(join(path, file), '');
  }
  expect(await isBuilt(dist, 'abc')).toBe(false);
  await putInPlace(fresh, dist, 'abc');
  expect([await isBuilt(dist, 'abc'), await isBuilt(dist, 'other')]).toEqual([true, false]);
  expect((await readdir(dist)).sort()).toEqual(['new.html', 'sources.sha256']);
  expect(await readdir(folder)).toEqual(['dist']);
});
