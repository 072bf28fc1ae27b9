import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@docfleet/errors';
import type { Logger } from '@docfleet/runtime/logging';
import { lookUpProcess, type StopStep, terminate } from './server-process.ts';

/** The password in a file that only its owner may read; made up when the file does not exist. */
export async function keepPassword(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') throw belongsToAnother(file, error);
    if (code !== 'ENOENT') throw error;
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

function belongsToAnother(file: string, cause: unknown): AppError {
  const sentence = `${file} belongs to another user: start as that user, or set DATA_DIR to another folder`;
  return new AppError('SERVICE_UNAVAILABLE', sentence, { cause });
}

/** Record that a run leaves for the next one: the port, so that the URL stays the same, and the process that started the server. */
interface RunRecord {
  readonly port: number;
  readonly owner: number;
}

const fileName = 'run.json';

export async function readRunRecord(directory: string): Promise<Partial<RunRecord>> {
  try {
    return JSON.parse(await readFile(join(directory, fileName), 'utf8')) as Partial<RunRecord>;
  } catch {
    return {}; // A first run, or a file cut off by a crash: both start afresh.
  }
}

export async function writeRunRecord(directory: string, port: number): Promise<void> {
  const record: RunRecord = { port, owner: process.pid };
  await writeFile(join(directory, fileName), JSON.stringify(record));
}

export interface Leftover {
  readonly name: string;
  readonly directory: string;
  /** Written by the server itself; its id is on the first line. */
  readonly pidFile: string;
  /** Occurs in the command line of our server and of no other. */
  readonly mark: string;
  readonly stopSteps: readonly StopStep[];
  readonly log: Logger;
}

/**
 * Stops the server that a killed process left running on the same data, and removes a pid file that names no process,
 * or a stranger. Rejects when the process that started that server is alive: two fleets must not share a folder.
 */
export async function stopLeftover({
  name,
  directory,
  pidFile,
  mark,
  stopSteps,
  log,
}: Leftover): Promise<void> {
  const pid = await readPid(pidFile);
  if (pid === undefined) return;
  const findOurs = async () => {
    const found = await lookUpProcess(pid);
    return found?.command.includes(mark) ? found : undefined;
  };
  const ours = await findOurs();
  if (ours) {
    const { owner } = await readRunRecord(directory);
    // A process whose parent has died belongs to another parent, so a recycled id cannot deceive here; for a moment
    // after the parent was killed it still belongs to what is left of it.
    if (owner === ours.parent && (await lookUpProcess(owner))) throw inUse(directory, owner);
    log.warn({ pid }, `stopping the ${name} that an earlier run left behind`);
    if (
      !(await terminate(
        stopSteps,
        (signal) => signalIfAlive(pid, signal),
        async () => !(await findOurs()),
      ))
    )
      throw new AppError('SERVICE_UNAVAILABLE', `${name} (process ${pid}) of an earlier run does not stop`);
  }
  await rm(pidFile, { force: true });
}

async function readPid(pidFile: string): Promise<number | undefined> {
  const text = await readFile(pidFile, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 1 ? pid : undefined;
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function inUse(directory: string, owner: number): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    `${directory} is in use by process ${owner}: stop that first, or set DATA_DIR to another folder`,
  );
}
