import { findPoolerFaults, openDatabase } from '@docfleet/database';
import {
  createTestDatabase,
  missingPooler,
  type Pooler,
  runWhere,
  startPooler,
  type TestDatabase,
} from '@docfleet/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { migrateDatabase } from './index.ts';
import { dropDatabase, readConnectionUrl } from './schema-engine/connection.ts';

const describeWithPooler = runWhere(describe, missingPooler === undefined, missingPooler ?? '');

test('a connection of its own keeps its prepared statements', async () => {
  const { url, drop } = await createTestDatabase();
  expect(await findPoolerFaults(url)).toEqual([]);
  await drop();
});

describeWithPooler('behind a pooler that keeps no prepared statements', () => {
  let direct: TestDatabase;
  let pooler: Pooler;

  beforeAll(async () => {
    direct = await createTestDatabase();
    pooler = await startPooler(direct.url);
  });
  afterAll(async () => {
    await pooler.stop();
    await direct.drop();
  });

  test('the start is refused with what to write', async () => {
    const [fault] = await findPoolerFaults(pooler.url);
    expect(fault).toMatchObject({ isLasting: true, sentence: expect.stringMatching(/\?pgbouncer=true/) });
  });

  test('with that, databases are migrated, at once and again, and no lock stays', async () => {
    const url = new URL(pooler.url);
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
    const url = `${pooler.url}?pgbouncer=true`;
    const databases = [1, 2, 3].map(() => openDatabase({ url, poolSize: 3 }));
    const asking = Array.from({ length: 60 }, (_, index) =>
      databases[index % 3]?.organization.count({ where: { name: `${index}` } }),
    );
    expect(await Promise.all(asking)).toEqual(Array(60).fill(0));
    await Promise.all(databases.map((database) => database.$disconnect()));
  });
});
