import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase } from '@docfleet/domain';
import { createEgress, type Egress } from '@docfleet/egress';
import {
  type ApiClient,
  createApiClient,
  createSeededRandom,
  createTestDatabase,
  eventually,
  type FleetProcess,
  reserveFreePort,
  startFleetProcess,
  type TestDatabase,
} from '@docfleet/testing';
import { openVectorStore } from '@docfleet/vector-store';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, textBody } from './documents.ts';

const seed = 20_261_121;
/** KILL_ROUNDS=20 is the whole proof; every test run does a part of it. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 3);
const documentsPerRound = 200;
const recoveryMs = 60_000;
const random = createSeededRandom(seed);

let dataDirectory: string;
let testDatabase: TestDatabase;
let database: Database;
let egress: Egress;
let port: number;
let fleet: FleetProcess;
let api: ApiClient;

async function start(): Promise<void> {
  fleet = await startFleetProcess({ dataDirectory, port, environment: { DATABASE_URL: testDatabase.url } });
  api = createApiClient(fleet);
}

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'docfleet-kill-'));
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 3 });
  egress = createEgress({ allowCidrs: [] });
  port = await reserveFreePort();
  await start();
  await createNamespace(api, 'docs');
}, 240_000);

afterAll(async () => {
  await fleet?.stop();
  await database.$disconnect();
  await egress.close();
  await testDatabase.drop();
  await rm(dataDirectory, { recursive: true, force: true });
});

const textOf = (round: number, index: number) =>
  Array.from(
    { length: 1 + (index % 40) },
    (_, part) => `Round ${round}, document ${index}, paragraph ${part}: ${random()}.`,
  ).join('\n\n');

/** Sends a text until it is accepted, as a client with retries does; the external id makes that safe. */
async function ingestUntilAccepted(round: number, index: number, text: string): Promise<void> {
  const body = textBody('docs', text, { externalId: `${round}-${index}` });
  await eventually(async () => {
    const { status } = await api.request('POST', '/v1/ingest/text', body);
    expect(status).toBe(202);
  }, recoveryMs);
}

async function ingestRound(round: number): Promise<void> {
  const texts = Array.from({ length: documentsPerRound }, (_, index) => textOf(round, index));
  const waiting = [...texts.entries()];
  const client = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      await ingestUntilAccepted(round, next[0], next[1]);
  };
  await Promise.all(Array.from({ length: 8 }, client));
}

async function killSoon(): Promise<void> {
  await pause(random() * 2_500);
  await fleet.kill();
  await start();
}

async function countByStatus(): Promise<Record<string, number>> {
  const rows = await database.document.groupBy({ by: ['status'], _count: true });
  return Object.fromEntries(rows.map((row) => [row.status, row._count]));
}

async function expectOneVectorPerChunk(): Promise<void> {
  const namespace = await database.namespace.findFirstOrThrow();
  const store = openVectorStore(
    { provider: 'LANCEDB' },
    { namespaceId: namespace.id, egress, lancedbUri: join(dataDirectory, 'lancedb') },
  );
  const signal = AbortSignal.timeout(60_000);
  const documents = await database.document.findMany({ select: { id: true, activeRevision: true } });
  for (const { id, activeRevision } of documents) {
    const chunks = await database.chunk.findMany({
      where: { documentId: id },
      select: { vectorId: true, revision: true },
    });
    expect(new Set(chunks.map((chunk) => chunk.revision))).toEqual(new Set([activeRevision]));
    expect((await store.idsOfDocument(id, signal)).toSorted()).toEqual(
      chunks.map((chunk) => chunk.vectorId).toSorted(),
    );
  }
  expect(await store.count(signal)).toBe(await database.chunk.count());
  await store.close();
}

test(
  `a fleet that is killed at a random moment of an ingest, ${rounds} times over, loses and doubles nothing (seed ${seed})`,
  async () => {
    for (let round = 1; round <= rounds; round += 1) {
      await Promise.all([ingestRound(round), killSoon()]);
      await eventually(
        async () => expect(await countByStatus()).toEqual({ SUCCESS: round * documentsPerRound }),
        recoveryMs,
      );
      await expectOneVectorPerChunk();
    }
    expect(await database.ingestJobRun.count({ where: { status: { not: 'COMPLETED' } } })).toBe(0);
  },
  rounds * 90_000,
);
