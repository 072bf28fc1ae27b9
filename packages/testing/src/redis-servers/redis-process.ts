import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findRedisProgram, type RedisProgram } from '@docfleet/embedded';
import { createLogger } from '@docfleet/runtime/logging';
import { Redis } from 'ioredis';
import { eventually } from '../eventually.ts';
import { reserveFreePort } from '../free-port.ts';

/** Process of redis-server that belongs to one test. */
export interface RedisProcess {
  readonly port: number;
  /** Runs `question` with a new connection to the server, and closes the connection. */
  ask<Answer>(question: (redis: Redis) => Promise<Answer>): Promise<Answer>;
  /** Kills the server at once. */
  kill(): Promise<void>;
}

const startWithinMs = 30_000;

/** Returns the program of the server; it is downloaded into `directory` when the machine has none. */
export const findProgram = (directory: string): Promise<RedisProgram> =>
  findRedisProgram({ directory, log: createLogger({ service: 'testing', level: 'warn' }) });

const maxAttempts = 5;

/**
 * Starts a server in a folder of its own below `directory`, with these arguments besides those of a server without persistence. A server
 * that exits at once is started on another port: another process may have taken the port meanwhile, or the one for the cluster's bus, which
 * is higher by 10,000 and may lie among the ephemeral ports.
 */
export async function startRedisProcess(
  program: RedisProgram,
  directory: string,
  args: (port: number, folder: string) => Promise<readonly string[]> | readonly string[],
): Promise<RedisProcess> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await reserveFreePort();
    const folder = join(directory, String(port));
    await mkdir(folder);
    const server = await startOnPort(program, port, folder, await args(port, folder));
    if (server) return server;
    if (attempt === maxAttempts) throw new Error(`redis-server ended at once on ${attempt} ports`);
  }
}

/** Returns undefined if the server ends before it responds. */
async function startOnPort(
  { program, environment }: RedisProgram,
  port: number,
  folder: string,
  args: readonly string[],
): Promise<RedisProcess | undefined> {
  const child = spawn(program, args, { cwd: folder, env: environment, stdio: 'ignore' });
  const ended = once(child, 'exit');

  async function ask<Answer>(question: (redis: Redis) => Promise<Answer>): Promise<Answer> {
    const redis = new Redis(port, { lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => undefined); // `connect` rejects with it.
    try {
      await redis.connect();
      return await question(redis);
    } finally {
      redis.disconnect();
    }
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  await eventually(async () => hasEnded() || (await ask((redis) => redis.ping())), startWithinMs);
  if (hasEnded()) return undefined;
  return {
    port,
    ask,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Returns the arguments of a server without persistence. */
export const throwAwayArguments = (port: number): readonly string[] => [
  ...['--port', String(port), '--bind', '127.0.0.1'],
  ...['--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction'],
];
