import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '@docfleet/domain/database';
import { createNamespace } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { createVault } from '@docfleet/secrets';
import {
  casesOf,
  createSeededRandom,
  createTestDatabase,
  type TestDatabase,
  testSeed,
} from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findFaults } from './expectations.ts';
import { play } from './play.ts';
import { writeScript } from './script.ts';

/** INTERLEAVINGS raises or lowers how many are played, SEED repeats some: each is played from SEED plus its number. */
const interleavings = Number(process.env['INTERLEAVINGS'] ?? casesOf(2_000));
const firstSeed = testSeed();
/** Played side by side, each in a database of its own. */
const lanes = Math.min(3, interleavings);

let opened: { testDatabase: TestDatabase; database: Database }[];
beforeAll(async () => {
  opened = await Promise.all(
    Array.from({ length: lanes }, async () => {
      const testDatabase = await createTestDatabase();
      return { testDatabase, database: openDatabase({ url: testDatabase.url, poolSize: 2 }) };
    }),
  );
});
afterAll(async () => {
  for (const { testDatabase, database } of opened) {
    await database.$disconnect();
    await testDatabase.drop();
  }
});

async function playOne(database: Database, seed: number): Promise<void> {
  const random = createSeededRandom(seed);
  const organizationId = await createOrganization(database, 'Acme');
  const vault = createVault(randomBytes(32).toString('base64'));
  const namespace = await createNamespace(database, vault, { organizationId, name: 'docs', configs: {} });
  const script = writeScript(random);
  const failureWith = (what: string, log: readonly string[]) =>
    new Error(`SEED=${seed} INTERLEAVINGS=1: ${what}\n${log.join('\n')}`);
  const played = await play({ database, namespace }, script, random).catch(
    (error: Error & { log?: string[] }) => {
      throw failureWith(error.stack ?? error.message, error.log ?? []);
    },
  );
  const faults = await findFaults({ database, namespace }, played);
  if (faults.length > 0) throw failureWith(faults.join('\n'), played.log);
  await database.outboxEntry.deleteMany();
}

test(`${interleavings} interleavings from seed ${firstSeed} end as some serial order of their requests does`, async () => {
  let next = 0;
  await Promise.all(
    opened.map(async ({ database }) => {
      while (next < interleavings) await playOne(database, firstSeed + next++);
    }),
  );
  expect(next).toBe(interleavings);
}, 3_600_000);
