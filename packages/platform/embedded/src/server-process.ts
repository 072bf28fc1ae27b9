import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, renameSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Runs a start on the preferred port or another free one; again when another process took it first. */
export async function onFreePort<Result>(
  preferred: number | undefined,
  start: (port: number) => Promise<Result>,
  attempts = 5,
): Promise<Result> {
  const port = await findFreePort(preferred);
  try {
    return await start(port);
  } catch (error) {
    const stillFree = (await findFreePort(port)) === port;
    if (stillFree || attempts <= 1) throw error;
    return onFreePort(undefined, start, attempts - 1);
  }
}

/** A port of 127.0.0.1 without a listener: the preferred one where it is still free. */
async function findFreePort(preferred = 0): Promise<number> {
  const server = createServer();
  try {
    await once(server.listen(preferred, '127.0.0.1'), 'listening');
  } catch (error) {
    if (preferred === 0) throw error;
    return findFreePort();
  }
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

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

/** A signal and how long (milliseconds) it is given to work before the next one. */
export type StopStep = readonly [signal: NodeJS.Signals, waitTimeoutMs: number];

const pollMs = 20;

/** Sends one signal after the other until `isGone`; resolves to whether it is. */
export async function terminate(
  steps: readonly StopStep[],
  send: (signal: NodeJS.Signals) => void,
  isGone: () => boolean | Promise<boolean>,
): Promise<boolean> {
  for (const [signal, waitTimeoutMs] of steps) {
    if (await isGone()) return true;
    send(signal);
    const deadline = Date.now() + waitTimeoutMs;
    while (Date.now() < deadline) {
      if (await isGone()) return true;
      await sleep(pollMs);
    }
  }
  return isGone();
}

export interface ServerProgram {
  readonly program: string;
  readonly args: readonly string[];
  /** Inherited when unset. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  readonly workingDirectory: string;
  /** Takes what the server prints. The file of the run before is kept as *.old, so that logs stay bounded. */
  readonly logFile: string;
  readonly identity?: { readonly uid: number; readonly gid: number } | undefined;
  /** Sent when this process is gone; has to make the server stop in good order. */
  readonly farewell: NodeJS.Signals;
}

/**
 * Starts a server in a process group of its own, so that Ctrl-C reaches only us and we stop it when its users are done.
 * A guard makes sure that it does not outlive us, however we end: it reads a pipe that closes with this process.
 */
export function launchServer(server: ServerProgram): ChildProcess {
  const output = openLog(server.logFile);
  const child = spawn(server.program, server.args, {
    cwd: server.workingDirectory,
    env: server.environment,
    stdio: ['ignore', output, output],
    detached: true,
    ...server.identity,
  });
  closeSync(output);
  child.on('error', () => undefined); // Not started: `exit` never comes, so callers check the pid.
  if (child.pid) guard(child, child.pid, server.farewell);
  return child;
}

function openLog(file: string): number {
  try {
    renameSync(file, `${file}.old`);
  } catch {
    // There was no earlier run.
  }
  return openSync(file, 'w', 0o600);
}

function guard(child: ChildProcess, pid: number, farewell: NodeJS.Signals): void {
  const script = `read -r _; kill -s ${farewell.slice('SIG'.length)} ${pid}`;
  const guardian = spawn('/bin/sh', ['-c', script], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guardian.on('error', () => undefined); // Without a shell the next start finds what is left.
  guardian.unref();
  if (guardian.stdin instanceof Socket) guardian.stdin.unref();
  child.once('exit', () => guardian.kill('SIGKILL'));
}
