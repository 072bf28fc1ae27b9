import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inheritedEnvironment } from '@docfleet/runtime/config';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** Program of the repository in a process of its own. */
export interface Program {
  readonly pid: number;
  /** Returns the output of the process so far. */
  printed(): string;
  /** Whether the process has exited. */
  hasEnded(): boolean;
  /** Resolves when the process has exited. */
  readonly ended: Promise<unknown>;
  /** Kills the process at once, as a power cut would. */
  kill(): Promise<void>;
  /** Stops the process gracefully and waits until it has exited. */
  stop(): Promise<void>;
}

/** Options of a program. */
export interface ProgramOptions {
  /** Folder of the checkout that the program is started from; default: this one. */
  readonly checkout?: string | undefined;
  readonly parameters?: readonly string[];
}

/** Ends the child whenever this process ends, also when it is killed: a shell waits on a pipe that closes then. */
function endWithUs(child: ChildProcess, pid: number): void {
  const guard = spawn('/bin/sh', ['-c', `read -r _; kill -s KILL ${pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.on('error', () => undefined); // Without a shell it may outlive a run that is killed.
  guard.unref();
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  child.once('exit', () => guard.kill('SIGKILL'));
}

/**
 * Starts a program of a checkout, such as `services/gateway/src/main.ts`, with these environment variables and none of the settings of this
 * process.
 */
export function startProgram(
  file: string,
  environment: Readonly<Record<string, string>>,
  { checkout = repository, parameters = [] }: ProgramOptions = {},
): Program {
  const child = spawn(process.execPath, [join(checkout, file), ...parameters], {
    cwd: checkout,
    env: {
      ...inheritedEnvironment('PATH', 'HOME', 'TMPDIR', 'MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  if (child.pid) endWithUs(child, child.pid);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return {
    pid: child.pid as number,
    printed: () => printed,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ended,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
