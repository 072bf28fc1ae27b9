import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@docfleet/errors';
import type { Logger } from '@docfleet/runtime/logging';
import { type StopStep, terminate } from './server-process.ts';

const linesShown = 5;

/** Explains in one sentence why a server did not start, from its output. */
async function explainFailure(name: string, logFile: string): Promise<AppError> {
  const output = await readFile(logFile, 'utf8').catch(() => '');
  return failure(name, output, logFile);
}

/**
 * Returns the error of a server that did not start, with its last lines of output. A full disk is common enough to have its own sentence.
 */
export function failure(name: string, output: string, where: string): AppError {
  if (/No space left on device|ENOSPC/.test(output))
    return new AppError('SERVICE_UNAVAILABLE', `${name} needs more disk space than is left (see ${where})`);
  const last = output.trim().split('\n').slice(-linesShown).join('\n');
  return new AppError('SERVICE_UNAVAILABLE', `${name} did not start (see ${where})\n${last}`.trim());
}

export interface EmbeddedServerOptions {
  /** Folder of this server alone: its data, password and log. Made when missing. */
  readonly directory: string;
  readonly log: Logger;
  /** False trades safety against power cuts for speed, for data that a test discards. True by default. */
  readonly durable?: boolean;
}

export interface EmbeddedServer {
  /** Address with user and password; the server listens on 127.0.0.1 only. Stays the same when it is restarted after a crash. */
  readonly url: string;
  /** Stops the server gracefully and permanently; may be called more than once. */
  stop(): Promise<void>;
  /** Resolves when the server is gone: without a value after `stop`, with the error when it could not be kept alive. */
  readonly exited: Promise<Error | undefined>;
}

/** Makes a folder that only its owner may enter. Those above it, where missing, are made as usual. */
export async function makeOwnFolder(directory: string): Promise<void> {
  await mkdir(dirname(directory), { recursive: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
}

export interface SupervisedServer {
  readonly name: string;
  readonly log: Logger;
  readonly logFile: string;
  readonly stopSteps: readonly StopStep[];
  /** Removes the remains of a crash before a launch. */
  prepare(): Promise<void>;
  launch(): ChildProcess;
  isReady(child: ChildProcess): Promise<boolean>;
}

export interface Supervision {
  stop(): Promise<void>;
  readonly exited: Promise<Error | undefined>;
}

/** Recovery after a crash replays at most a few gigabytes of log. */
const readyDeadlineMs = 5 * 60_000;
const pollMs = 20;
const slowStartMs = 10_000;

/** Pauses double from one restart in a row to the next. */
const defaultRestarts = { firstPauseMs: 100, maxPauseMs: 10_000, restarts: 10 };
/** A server that lived this long before it died starts with a clean slate. */
const stableMs = 60_000;

/** Starts a server, waits until it answers, and starts it again whenever it dies before `stop`. Rejects when the first start fails. */
export async function supervise(
  server: SupervisedServer,
  { firstPauseMs, maxPauseMs, restarts } = defaultRestarts,
): Promise<Supervision> {
  const stopping = new AbortController();
  let child = await launchUntilReady(server, stopping.signal);
  const exited = keepAlive();

  async function keepAlive(): Promise<Error | undefined> {
    let failures = 0;
    let launchedAt = Date.now();
    for (;;) {
      await untilExit(child);
      if (stopping.signal.aborted) return undefined;
      if (Date.now() - launchedAt > stableMs) failures = 0;
      if (++failures > restarts) return new Error(`${server.name} keeps dying: ${server.logFile} says why`);
      const pauseMs = Math.min(firstPauseMs * 2 ** (failures - 1), maxPauseMs);
      server.log.warn({ pauseMs, ...endOf(child) }, `${server.name} died and is started again`);
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined); // Stopping ends the pause.
      if (stopping.signal.aborted) return undefined;
      launchedAt = Date.now();
      await launchUntilReady(server, stopping.signal, (launched) => {
        child = launched;
      }).catch((error: unknown) => {
        if (!stopping.signal.aborted)
          server.log.error({ error }, `${server.name} could not be started again`);
      });
    }
  }

  return {
    exited,
    async stop() {
      stopping.abort();
      await terminate(
        server.stopSteps,
        (signal) => child.kill(signal),
        () => hasExited(child),
      );
      await exited;
    },
  };
}

async function launchUntilReady(
  server: SupervisedServer,
  stopped: AbortSignal,
  onLaunch: (child: ChildProcess) => void = () => undefined,
): Promise<ChildProcess> {
  await server.prepare();
  stopped.throwIfAborted();
  const child = server.launch();
  onLaunch(child);
  const launchedAt = Date.now();
  for (let waitTimeoutMs = slowStartMs; !(await server.isReady(child)); await sleep(pollMs)) {
    if (hasExited(child)) throw await explainFailure(server.name, server.logFile);
    const waitedMs = Date.now() - launchedAt;
    if (waitedMs > readyDeadlineMs) {
      child.kill('SIGKILL');
      throw await explainFailure(server.name, server.logFile);
    }
    if (waitedMs > waitTimeoutMs) {
      waitTimeoutMs *= 2;
      server.log.info({ waitedMs }, `${server.name} is still getting ready`);
    }
  }
  return child;
}

function hasExited(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

async function untilExit(child: ChildProcess): Promise<void> {
  if (!hasExited(child)) await once(child, 'exit');
}

function endOf({ exitCode, signalCode }: ChildProcess) {
  return { exitCode, signal: signalCode };
}
