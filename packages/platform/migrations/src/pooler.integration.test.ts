import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPoolerFaults, openDatabase } from '@docfleet/database';
import { createTestDatabase, eventually, runWhere, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrateDatabase } from './index.ts';
import { dropDatabase, readConnectionUrl } from './schema-engine/connection.ts';

/** Debian's package `pgbouncer`. */
const program = '/usr/sbin/pgbouncer';
const describeWithPooler = runWhere(describe, existsSync(program), 'no PgBouncer is installed');

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

test('a connection of its own keeps its prepared statements', async () => {
  const { url, drop } = await createTestDatabase();
  expect(await findPoolerFaults(url)).toEqual([]);
  await drop();
});

describeWithPooler('behind a pooler that keeps no prepared statements', () => {
  let direct: TestDatabase;
  let folder: string;
  let pooler: ReturnType<typeof spawn>;
  let poolerUrl: URL;

  beforeAll(async () => {
    direct = await createTestDatabase();
    const server = new URL(direct.url);
    const [port, user, password] = [
      await findPort(),
      decodeURIComponent(server.username),
      decodeURIComponent(server.password),
    ];
    folder = await mkdtemp(join(tmpdir(), 'docfleet-pooler-'));
    await chmod(folder, 0o755);
    // As versions before 1.21 are; newer ones keep prepared statements unless configured otherwise.
    const settings = `[databases]
* = host=${server.hostname} port=${server.port} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
`;
    await writeFile(join(folder, 'pgbouncer.ini'), settings, { mode: 0o644 });
    const asUser = process.getuid?.() === 0 ? ['-u', 'daemon'] : [];
    pooler = spawn(program, [...asUser, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
    poolerUrl = new URL(direct.url);
    poolerUrl.port = String(port);
    poolerUrl.hostname = '127.0.0.1';
    await eventually(async () => {
      const client = new pg.Client({ connectionString: poolerUrl.href });
      await client.connect();
      await client.end();
    });
  });
  afterAll(async () => {
    pooler.kill('SIGKILL');
    await direct.drop();
    await rm(folder, { recursive: true });
  });

  test('the start is refused with what to write', async () => {
    const [fault] = await findPoolerFaults(poolerUrl.href);
    expect(fault).toMatchObject({ isLasting: true, sentence: expect.stringMatching(/\?pgbouncer=true/) });
  });

  test('with that, databases are migrated, at once and again, and no lock stays', async () => {
    const url = new URL(poolerUrl);
    url.pathname += '_pooled';
    url.searchParams.set('pgbouncer', 'true');
    await Promise.all([migrateDatabase(url.href), migrateDatabase(url.href)]);
    await migrateDatabase(url.href);
    const database = openDatabase({ url: direct.url, poolSize: 1 });
    const locks = await database.$queryRaw`SELECT pid FROM pg_locks WHERE locktype = 'advisory'`;
    await database.$disconnect();
    await dropDatabase(readConnectionUrl(`${direct.url}_pooled`));
    expect(locks).toEqual([]);
    expect(await findPoolerFaults(url.href)).toEqual([]);
  });

  test('with that, statements of several processes share connections', async () => {
    const url = `${poolerUrl.href}?pgbouncer=true`;
    const databases = [1, 2, 3].map(() => openDatabase({ url, poolSize: 3 }));
    const asking = Array.from({ length: 60 }, (_, index) =>
      databases[index % 3]?.organization.count({ where: { name: `${index}` } }),
    );
    expect(await Promise.all(asking)).toEqual(Array(60).fill(0));
    await Promise.all(databases.map((database) => database.$disconnect()));
  });
});
