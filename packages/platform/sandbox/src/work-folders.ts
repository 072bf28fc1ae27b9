import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Task } from '@docfleet/runtime/service';

/** Prefix of folder names; the id of the process follows, so that folders of killed processes can be recognized. */
const prefix = 'docfleet-work-';
/** A process of another container that shares the folder has ids of its own: what looks abandoned is left for longer than its work takes. */
const settleMs = 3_600_000;
/** No task takes a day: an older folder is stale, even if its process id is in use again. */
const maxAgeMs = 24 * settleMs;

/** Makes an empty folder for contents of documents that one task works on; its caller removes it. */
export const createWorkFolder = (parent = tmpdir()): Promise<string> =>
  mkdtemp(join(parent, `${prefix}${process.pid}-`));

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Tests whether the process that made a folder has ended. In a container every process may have the id of the one before it. */
function isOwnerGone(processId: number, madeAt: number): boolean {
  if (processId === process.pid) return madeAt < performance.timeOrigin;
  return !isRunning(processId);
}

/** Removes the folders that killed processes have left, with their copies of documents; returns how many. */
export async function removeAbandonedWork(parent = tmpdir()): Promise<number> {
  let removed = 0;
  for (const name of await readdir(parent)) {
    const [, processId] = /^docfleet-work-(\d+)-/.exec(name) ?? [];
    if (processId === undefined) continue;
    const folder = join(parent, name);
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    const age = Date.now() - found.mtimeMs;
    if (age <= settleMs || (age <= maxAgeMs && !isOwnerGone(Number(processId), found.mtimeMs))) continue;
    await rm(folder, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

/** Removes what killed processes have left, every ten minutes: for each service that works in such folders. */
export const abandonedWorkTask: Task = {
  name: 'remove-abandoned-work',
  everyMs: 600_000,
  run: async () => void (await removeAbandonedWork()),
};
