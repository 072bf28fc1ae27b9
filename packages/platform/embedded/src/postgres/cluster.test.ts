import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openCluster } from './cluster.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docfleet-cluster-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('binaries that this system cannot execute are distinguished from a failed start', async () => {
  const binaries = { initdb: '/nonexistent/initdb', postgres: '/nonexistent/postgres' };
  await expect(openCluster(directory, { binaries, identity: undefined, durable: false })).rejects.toThrow(
    /set DATABASE_URL/,
  );
});
