import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, renameSync } from 'node:fs';
import { Socket } from 'node:net';

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
