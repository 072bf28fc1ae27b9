import { createTestDatabase } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { type Database, isDatabaseUnavailable, openDatabase } from './index.ts';

async function failureOf(
  database: Database,
  ask: (database: Database) => Promise<unknown>,
): Promise<unknown> {
  return ask(database).then(
    () => undefined,
    (error: unknown) => error,
  );
}
const nowhere = () => openDatabase({ url: 'postgresql://u:p@127.0.0.1:9/x', poolSize: 1 });

test.each<[string, (database: Database) => Promise<unknown>]>([
  ['a model', (database) => database.namespace.count()],
  ['SQL', (database) => database.$queryRaw`SELECT 1`],
  ['a transaction', (database) => database.$transaction((session) => session.namespace.count())],
])('an address without a server is reported as unavailable through %s', async (_what, ask) => {
  expect(isDatabaseUnavailable(await failureOf(nowhere(), ask))).toBe(true);
});

test('a session that is ended by the server is unavailable, a wrong question is not', async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase({ url, poolSize: 1 });
  try {
    const ended = await failureOf(
      database,
      (open) => open.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`,
    );
    expect(isDatabaseUnavailable(ended)).toBe(true);
    const wrong = await failureOf(database, (open) => open.$queryRaw`SELECT nothing FROM nowhere`);
    expect(wrong).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(wrong)).toBe(false);
  } finally {
    await database.$disconnect();
    await drop();
  }
});
