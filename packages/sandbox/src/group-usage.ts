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

/** Linux counts processor time in hundredths of a second for programs. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const tickMs = 10;
/** Of the fields behind the name of a process, which may hold blanks: utime, stime and those of its ended children. */
const timeFields = [11, 12, 13, 14];

async function ownTime(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (text === '') return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return timeFields.reduce((sum, field) => sum + Number(fields[field] ?? 0) * tickMs, 0);
}

/**
 * Milliseconds of processor time that a process and all that it has started have used, from /proc; undefined where there is none of
 * that, as on macOS, or where the process is gone.
 */
export async function groupTime(pid: number): Promise<number | undefined> {
  const [own, children] = await Promise.all([ownTime(pid), childrenOf(pid)]);
  if (own === undefined) return undefined;
  const below = await Promise.all(children.map(groupTime));
  return below.reduce<number>((sum, time) => sum + (time ?? 0), own);
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
