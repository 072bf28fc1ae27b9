import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findRedisProgram, type RedisProgram } from '@docfleet/embedded';
import { createLogger } from '@docfleet/runtime/logging';
import { Redis } from 'ioredis';
import { eventually } from '../eventually.ts';
import { reserveFreePort } from '../free-port.ts';

/** A redis-server of a test's own. */
export interface RedisProcess {
  readonly port: number;
  /** Asks it one thing over a connection of its own. */
  ask<Answer>(question: (redis: Redis) => Promise<Answer>): Promise<Answer>;
  /** Ends it without a word. */
  kill(): Promise<void>;
}

const startWithinMs = 30_000;

/** The program to start servers of; fetched into `directory` where the machine has none. */
export const findProgram = (directory: string): Promise<RedisProgram> =>
  findRedisProgram({ directory, log: createLogger({ service: 'testing', level: 'warn' }) });

/** Starts a server in a folder of its own below `directory`, with these arguments beside those for a throw-away server. */
export async function startRedisProcess(
  { program, environment }: RedisProgram,
  directory: string,
  args: (port: number, folder: string) => Promise<readonly string[]> | readonly string[],
): Promise<RedisProcess> {
  const port = await reserveFreePort();
  const folder = join(directory, String(port));
  await mkdir(folder);
  const child = spawn(program, await args(port, folder), {
    cwd: folder,
    env: environment,
    stdio: 'ignore',
  });
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
  await eventually(() => ask((redis) => redis.ping()), startWithinMs);
  return {
    port,
    ask,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Of a server that keeps nothing. */
export const throwAwayArguments = (port: number): readonly string[] => [
  ...['--port', String(port), '--bind', '127.0.0.1'],
  ...['--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction'],
];
