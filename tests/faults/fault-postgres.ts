import { execFile } from 'node:child_process';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '@docfleet/domain/database';
import { startPostgres } from '@docfleet/embedded';
import type { Logger } from '@docfleet/runtime/logging';
import { eventually } from '@docfleet/testing';
import { expect } from '@jest/globals';
import { type KeptServer, keepServer } from './kept-server.ts';
import { type Relay, startRelay } from './relay.ts';

/** A PostgreSQL behind an address that stays when another server takes its place. */
export interface FaultPostgres extends KeptServer {
  /** Starts a server that follows this one; from then on nothing is committed that it does not have. */
  addStandby(): Promise<void>;
  /** Kills the server and puts the one that follows in its place. */
  failOver(): Promise<void>;
  delay: Relay['delay'];
}

type Programs = Parameters<typeof startPostgres>[0]['programs'];

async function run(url: string, statements: readonly string[]): Promise<void> {
  const database = openDatabase({ url, poolSize: 1 });
  try {
    for (const statement of statements) await database.$queryRawUnsafe(statement);
  } finally {
    await database.$disconnect();
  }
}

async function expectFollower(url: string): Promise<void> {
  const database = openDatabase({ url, poolSize: 1 });
  try {
    const rows = await database.$queryRaw<object[]>`SELECT sync_state FROM pg_stat_replication`;
    expect(rows).toEqual([{ sync_state: 'sync' }]);
  } finally {
    await database.$disconnect();
  }
}

const portOf = (url: string) => Number(new URL(url).port);

/** Makes a stopped server's copy one that follows it: https://www.postgresql.org/docs/17/warm-standby.html */
async function follow(primaryUrl: string, dataDirectory: string): Promise<void> {
  await writeFile(join(dataDirectory, 'standby.signal'), '');
  await appendFile(join(dataDirectory, 'postgresql.auto.conf'), `primary_conninfo = '${primaryUrl}'\n`);
}

/** Starts one with its data in a folder of that folder, by these programs or by those of the fleet. */
export async function startFaultPostgres(
  directory: string,
  log: Logger,
  programs?: Programs,
): Promise<FaultPostgres> {
  const folders = { primary: join(directory, 'postgres'), standby: join(directory, 'standby') };
  const start = (folder: string) =>
    keepServer(
      () => startPostgres({ directory: folder, log, ...(programs && { programs }) }),
      join(folder, 'data/postmaster.pid'),
    );
  const [relay, first] = await Promise.all([startRelay(), start(folders.primary)]);
  let current: KeptServer = first;
  let standby: KeptServer | undefined;
  relay.leadTo(portOf(current.url));
  const url = new URL(first.url);
  url.port = String(relay.port);

  return {
    url: url.href,
    delay: relay.delay,
    signal: (name) => current.signal(name),
    kill: () => current.kill(),
    without: (work) => current.without(work),
    async addStandby() {
      await run(current.url, ["ALTER SYSTEM SET wal_keep_size = '512MB'"]);
      await current.without(async () => {
        await promisify(execFile)('cp', ['-a', folders.primary, folders.standby]);
        await follow(current.url, join(folders.standby, 'data'));
      });
      standby = await start(folders.standby);
      const wait = ["ALTER SYSTEM SET synchronous_standby_names = '*'", 'SELECT pg_reload_conf()'];
      await run(current.url, wait);
      await eventually(() => expectFollower(current.url), 60_000);
    },
    async failOver() {
      if (!standby) throw new Error('there is no standby');
      relay.leadTo(undefined);
      const old = current;
      await old.signal('SIGKILL');
      await run(standby.url, ['SELECT pg_promote()']);
      relay.leadTo(portOf(standby.url));
      [current, standby] = [standby, undefined];
      await old.stop();
    },
    async stop() {
      await Promise.all([current.stop(), standby?.stop(), relay.close()]);
    },
  };
}
