import { readdir, readFile } from 'node:fs/promises';

/** Linux reports memory in pages of this size on every platform that Node supports. */
const pageBytes = 4_096;

async function readNumbers(path: string): Promise<number[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.trim() === '' ? [] : text.trim().split(/\s+/).map(Number);
}

/** The processes that a process has started, from any of its threads. */
export async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const children = threads.map((thread) => readNumbers(`/proc/${pid}/task/${thread}/children`));
  return (await Promise.all(children)).flat();
}

/**
 * Bytes of memory that a process and all that it has started hold now, from /proc; 0 where there is none of that, as on macOS, or
 * where the process is gone.
 */
export async function groupMemory(pid: number): Promise<number> {
  const [[, residentPages = 0], children] = await Promise.all([
    readNumbers(`/proc/${pid}/statm`),
    childrenOf(pid),
  ]);
  const below = await Promise.all(children.map(groupMemory));
  return below.reduce((sum, bytes) => sum + bytes, residentPages * pageBytes);
}
