import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { findForeignEntries } from './private-folders.ts';

/** Root may use everything: what root made is looked at as this user. */
const other = 65_534;
const isRoot = process.getuid?.() === 0;
const canLook = !isRoot || spawnSync(process.execPath, ['--version'], { uid: other }).status === 0;
if (!canLook) console.log('Skipped: root looks as another user, who then has to reach this repository');
const asOther = canLook ? test : test.skip;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docfleet-foreign-'));
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'lost+found'), { mode: 0o755 });
  await mkdir(join(folder, 'files'), { mode: 0o755 });
});
afterEach(() => rm(folder, { recursive: true }));

/** Looks as a user who does not own the folder, or may not write into it. */
async function lookAsOther(): Promise<string[]> {
  if (!isRoot) return findForeignEntries(folder);
  const module = new URL('./private-folders.ts', import.meta.url).href;
  const program = `import { findForeignEntries } from '${module}'; console.log(JSON.stringify(await findForeignEntries('${folder}')))`;
  const looking = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    uid: other,
  });
  return JSON.parse((await looking).stdout) as string[];
}

test('what a user has made is no fault', async () => {
  await writeFile(join(folder, 'ready.json'), '{}', { mode: 0o600 });
  expect(await findForeignEntries(folder)).toEqual([]);
});

test('a folder that is missing is no fault', async () => {
  expect(await findForeignEntries(join(folder, 'absent'))).toEqual([]);
});

asOther('a folder that the user may not write into is named with the remedy', async () => {
  if (!isRoot) await chmod(folder, 0o500);
  expect(await lookAsOther()).toEqual([expect.stringMatching(/chown -R|chmod -R u\+rwX/)]);
});

asOther('an entry that the user may not use is named, and the folder of the file system is not', async () => {
  await chmod(folder, isRoot ? 0o777 : 0o700);
  await chmod(join(folder, 'lost+found'), isRoot ? 0o700 : 0o000);
  await chmod(join(folder, 'files'), isRoot ? 0o755 : 0o500);
  const found = await lookAsOther();
  await chmod(join(folder, 'files'), 0o755);
  expect(found).toEqual([expect.stringMatching(/\/files /)]);
});
