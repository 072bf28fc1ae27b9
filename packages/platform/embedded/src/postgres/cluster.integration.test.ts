import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@docfleet/runtime/logging';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { findPostgresBinaries, unprivilegedIdentity } from './binaries.ts';
import { makeReachable, openCluster } from './start-postgres.ts';

/** Writes into the folder for as long as it may, as an initdb does whose parent was killed. */
const survivor = `
const { writeFileSync } = require('node:fs');
let count = 0;
process.stdout.write('.');
for (;;) try { writeFileSync(process.argv[1] + '/' + (count += 1), ''); } catch { if (count > 0) process.exit(); }
`;

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

test.each(['data.incomplete', 'data.incomplete-7f'])(
  'a first start succeeds while an initdb of a killed one still writes to %s',
  async (name) => {
    const identity = unprivilegedIdentity();
    const binaries = findPostgresBinaries(identity);
    const place = await makeReachable(
      directory,
      identity,
      createLogger({ service: 'test', level: 'silent' }),
    );
    await mkdir(join(place, name));
    const initdb = spawn(process.execPath, ['-e', survivor, join(place, name)]);
    try {
      await once(initdb.stdout, 'data');
      const { dataDirectory } = await openCluster(place, { binaries, identity, durable: false });
      expect(await readdir(dataDirectory)).toContain('PG_VERSION');
      await openCluster(place, { binaries, identity, durable: false });
      expect((await readdir(place)).toSorted()).toEqual(['data', 'password']);
    } finally {
      initdb.kill('SIGKILL');
    }
  },
);
