import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { times } from './form.ts';
import { report } from './report.ts';

const folder = fileURLToPath(new URL('../../packages/database/prisma/migrations', import.meta.url));
const rows = times(20_000, 1_000_000);
/** How long a migration may keep others waiting. */
const longestLockMs = 1_000;

let testDatabase: TestDatabase;
let client: pg.Client;
let writer: pg.Client;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  [client, writer] = [0, 1].map(() => new pg.Client({ connectionString: testDatabase.url })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([client.connect(), writer.connect()]);
});
afterAll(async () => {
  await Promise.all([client.end(), writer.end()]);
  await testDatabase.drop();
});

const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A namespace full of documents, as the version before would have left it. */
const fill = `
  INSERT INTO organizations (id, name) VALUES ('${id(1)}', 'Acme');
  INSERT INTO namespaces (id, "organizationId", name, configs, "sealedSecrets") VALUES ('${id(2)}', '${id(1)}', 'docs', '{}', '');
  INSERT INTO ingest_jobs (id, "organizationId", "namespaceId", source, config, "chunkSize", "chunkOverlap")
    VALUES ('${id(3)}', '${id(1)}', '${id(2)}', 'TEXT', '{}', 1000, 200);
  INSERT INTO ingest_job_runs (id, "organizationId", "namespaceId", "ingestJobId", "unfinishedDocuments", status)
    VALUES ('${id(4)}', '${id(1)}', '${id(2)}', '${id(3)}', 0, 'COMPLETED');
  INSERT INTO documents (id, "organizationId", "namespaceId", "externalId", "liveKey", "documentType", "ingestionSource", status, stage,
      "activeRevision", "ingestJobId", "ingestJobRunId", metadata)
    SELECT gen_random_uuid(), '${id(1)}', '${id(2)}', number::text, decode(md5(number::text), 'hex'), 'TEXT', 'TEXT', 'SUCCESS', 'EMBED',
      1, '${id(3)}', '${id(4)}', '{}' FROM generate_series(1, ${rows}) AS number;`;

/** Changes documents, as workers do, until it is told to stop; gives the longest that any of it took. */
async function writeUntil(stopped: () => boolean): Promise<number> {
  let longestMs = 0;
  while (!stopped()) {
    const startedAt = Date.now();
    await writer.query(
      `UPDATE documents SET "updatedAt" = now() WHERE "externalId" = '1' AND "namespaceId" = '${id(2)}'`,
    );
    longestMs = Math.max(longestMs, Date.now() - startedAt);
    await pause(2);
  }
  return longestMs;
}

test(`the newest migration keeps nobody waiting on ${rows} documents`, async () => {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
  const read = (name: string) => readFile(join(folder, name, 'migration.sql'), 'utf8');
  const newest = names.at(-1) ?? '';
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  for (const name of names.slice(0, -1)) await client.query(await read(name));
  await client.query(fill);
  let done = false;
  const writing = writeUntil(() => done);
  const startedAt = Date.now();
  await client.query(await read(newest));
  const tookMs = Date.now() - startedAt;
  done = true;
  const longestWaitMs = await writing;
  report('36', `migration ${newest} on ${rows} documents`, { tookMs, longestWaitMs });
  expect(longestWaitMs).toBeLessThan(longestLockMs);
}, 600_000);
