import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const psDeadlineMs = 5_000;

export interface ProcessEntry {
  readonly parent: number;
  /** The arguments, joined by spaces. */
  readonly command: string;
}

/** Returns the system's entry of a process; undefined when no process has this id, or only a zombie. */
export async function lookUpProcess(pid: number): Promise<ProcessEntry | undefined> {
  return process.platform === 'linux' ? readProc(pid) : askPs(pid);
}

/** A process may belong to another user or container user: these two files of /proc are open to everyone. */
async function readProc(pid: number): Promise<ProcessEntry | undefined> {
  try {
    const [status, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ]);
    // "pid (name) state parent …", where the name itself may hold spaces and brackets.
    const [state, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return undefined;
    return { parent: Number(parent), command: command.replaceAll('\0', ' ') };
  } catch {
    return undefined;
  }
}

async function askPs(pid: number): Promise<ProcessEntry | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'ppid=,args=', '-p', String(pid)], {
      timeout: psDeadlineMs,
    });
    const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(stdout) ?? [];
    return parent && command ? { parent: Number(parent), command } : undefined;
  } catch {
    return undefined;
  }
}
