import { createTestDatabase } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { type Database, findServerFaults, openDatabase } from './index.ts';

/** Opens a database that states what a server of these settings would. */
const stating = (state: object) =>
  ({
    $queryRaw: async () => [
      {
        version: 150_008,
        encoding: 'UTF8',
        isReadOnly: false,
        built: '2.36',
        now: '2.36',
        maxConnections: 97,
        connections: 1,
        ...state,
      },
    ],
  }) as unknown as Database;
const sentencesOf = async (database: Database, poolSize?: number) =>
  (await findServerFaults(database, poolSize)).map(({ sentence }) => sentence).join('\n');

test('a server as docfleet needs it has no faults', async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase({ url, poolSize: 1 });
  expect(await findServerFaults(database)).toEqual([]);
  await database.$disconnect();
  await drop();
});

test('a read-only server is reported with the remedy', async () => {
  const { url, drop } = await createTestDatabase();
  const options = encodeURIComponent('-c default_transaction_read_only=on');
  const database = openDatabase({ url: `${url}?options=${options}`, poolSize: 1 });
  expect(await sentencesOf(database)).toMatch(/set DATABASE_URL to the primary/);
  await database.$disconnect();
  await drop();
});

test('an encoding that cannot hold every text is reported with the remedy', async () => {
  expect(await sentencesOf(stating({ encoding: 'SQL_ASCII' }))).toMatch(/ENCODING 'UTF8'/);
});

test('a server that is too old is reported with its version', async () => {
  expect(await sentencesOf(stating({ version: 140_011 }))).toMatch(/PostgreSQL 14 is too old/);
});

test('an order of texts that has changed with the system is reported with the remedy', async () => {
  expect(await sentencesOf(stating({ now: '2.41' }))).toMatch(/2\.36, now 2\.41.*REINDEX DATABASE/);
  expect(await sentencesOf(stating({ built: null, now: null }))).toBe('');
});

test('a server with fewer connections than a process opens is reported with the remedy', async () => {
  const few = stating({ maxConnections: 22, connections: 2 });
  expect(await sentencesOf(few, 10)).toMatch(/accepts 22 connections, of which 2 are open.*max_connections/);
  expect(await sentencesOf(few, 5)).toBe('');
});

test('dates are read whatever the style of the server', async () => {
  const { url, drop } = await createTestDatabase();
  const options = encodeURIComponent('-c datestyle=German');
  const database = openDatabase({ url: `${url}?options=${options}`, poolSize: 1 });
  const [row] = await database.$queryRaw<{ at: Date }[]>`SELECT '2026-11-25T10:00:00Z'::timestamptz AS at`;
  expect(row?.at.toISOString()).toBe('2026-11-25T10:00:00.000Z');
  await database.$disconnect();
  await drop();
});

test('transactions see what others have committed, whatever the level of the server', async () => {
  const { url, drop } = await createTestDatabase();
  const options = encodeURIComponent('-c default_transaction_isolation=serializable');
  const database = openDatabase({ url: `${url}?options=${options}`, poolSize: 1 });
  const [row] = await database.$queryRaw<{ level: string }[]>`
    SELECT current_setting('transaction_isolation') AS level`;
  expect(row?.level).toBe('read committed');
  await database.$disconnect();
  await drop();
});
