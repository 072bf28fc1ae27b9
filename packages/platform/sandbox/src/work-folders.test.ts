import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createWorkFolder, removeAbandonedWork } from './work-folders.ts';

const hourMs = 3_600_000;
let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'work-folders-'));
});
afterAll(() => rm(parent, { recursive: true }));

/** Creates a folder with a document in it, as a process made it `hours` hours ago. */
async function makeFolder(processId: number, name: string, hours: number): Promise<string> {
  const folder = join(parent, `docfleet-work-${processId}-${name}`);
  await mkdir(folder);
  await writeFile(join(folder, 'file'), 'the text of a document');
  const at = (Date.now() - hours * hourMs) / 1_000;
  await utimes(folder, at, at);
  return basename(folder);
}

test('what killed processes left of documents is removed once no process that shares the folder can be at work on it', async () => {
  const { pid: ended = 0 } = spawnSync('true');
  const own = basename(await createWorkFolder(parent));
  const kept = [
    own,
    await makeFolder(ended, 'young', 0.5),
    await makeFolder(process.ppid, 'running', 5),
    await makeFolder(process.pid, 'young', 0.5),
  ];
  await makeFolder(ended, 'old', 2);
  await makeFolder(process.pid, 'before', 20);
  await makeFolder(process.ppid, 'day', 25);
  await mkdir(join(parent, 'of-another-program-1-a'));
  expect(await removeAbandonedWork(parent)).toBe(3);
  expect((await readdir(parent)).toSorted()).toEqual([...kept, 'of-another-program-1-a'].toSorted());
});
