import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { findProgram, startRedisProcess, throwAwayArguments } from './redis-process.ts';

export interface WatchedRedis {
  readonly url: string;
  /** Kills the master; the sentinel promotes the replica. */
  killMaster(): Promise<void>;
  stop(): Promise<void>;
}

const masterName = 'queue';
const replicateWithinMs = 30_000;

/** Writes the settings file of a sentinel, which the sentinel itself rewrites later. */
async function writeSentinelSettings(folder: string, { port, master }: { port: number; master: number }) {
  const file = join(folder, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `sentinel monitor ${masterName} 127.0.0.1 ${master} 1`,
    `sentinel down-after-milliseconds ${masterName} 500`,
    `sentinel failover-timeout ${masterName} 5000`,
  ];
  await writeFile(file, lines.join('\n'));
  return file;
}

/** Starts a master, its replica and one sentinel that monitors them. */
export async function startWatchedRedis(): Promise<WatchedRedis> {
  const directory = await mkdtemp(join(tmpdir(), 'docfleet-sentinel-'));
  const program = await findProgram(directory);
  const master = await startRedisProcess(program, directory, throwAwayArguments);
  const replica = await startRedisProcess(program, directory, (port) => [
    ...throwAwayArguments(port),
    ...['--replicaof', '127.0.0.1', String(master.port), '--repl-diskless-sync-delay', '0'],
  ]);
  const sentinel = await startRedisProcess(program, directory, async (port, folder) => [
    await writeSentinelSettings(folder, { port, master: master.port }),
    '--sentinel',
  ]);
  await eventually(async () => {
    const info = await replica.ask((redis) => redis.info('replication'));
    const known = await sentinel.ask((redis) => redis.call('SENTINEL', 'REPLICAS', masterName));
    if (!info.includes('master_link_status:up') || (known as unknown[]).length !== 1)
      throw new Error('The replica does not follow, or the sentinel does not know of it');
  }, replicateWithinMs);
  return {
    url: `redis+sentinel://127.0.0.1:${sentinel.port}?master=${masterName}`,
    killMaster: () => master.kill(),
    async stop() {
      await Promise.all([master, replica, sentinel].map((server) => server.kill()));
      await rm(directory, { recursive: true });
    },
  };
}
