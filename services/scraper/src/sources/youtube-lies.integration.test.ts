import { createId, type Database, openDatabase } from '@docfleet/domain/database';
import { acceptSource } from '@docfleet/domain/ingest';
import { createNamespace } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { createTestDatabase, type StubServer, startStubServer, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type Answers,
  apiLies,
  type Lie,
  pageLies,
  playlistId,
  showItems,
  showNineItems,
  showNinePages,
  showPages,
  videoIds,
} from '../../test/youtube-lies.ts';
import type { ScraperContext } from '../context.ts';
import { discoverSourceHandler } from '../discover-source.ts';

const vault = { seal: () => Buffer.from('sealed') } as unknown as ScraperContext['vault'];
const { signal } = new AbortController();
const answers: Answers = new Map();
let testDatabase: TestDatabase;
let database: Database;
let youtube: StubServer;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4 });
  youtube = await startStubServer((request) => {
    const answer = answers.get(request.path) ?? { status: 404 };
    return typeof answer === 'function' ? answer(request) : answer;
  });
});
afterAll(async () => {
  await youtube.close();
  await database.$disconnect();
  await testDatabase.drop();
});

const handler = (dataApiKey: string | undefined) =>
  discoverSourceHandler({
    database,
    vault,
    admissionWindow: { windowSize: 1_000 },
    dispatcher: { dispatch: () => undefined },
    providerSettings: { egress: { fetch } },
    settings: {
      deletionLimits: { percent: 20, documents: 100 },
      youtube: { site: youtube.url, dataApiKey, languages: [] },
    },
  } as unknown as ScraperContext);

/** Reads a list as it is, and again by schedule as the lie has it; returns what is left of its videos and the second run. */
async function readTwice(dataApiKey: string | undefined, truth: Lie, lie: Lie) {
  const organizationId = await createOrganization(database, 'Acme');
  const { id: namespaceId } = await createNamespace(database, vault, {
    organizationId,
    name: 'videos',
    configs: {},
  });
  const urls = [`https://www.youtube.com/playlist?list=${playlistId}`];
  const owner = { organizationId, namespaceId };
  const { ingestJobId, ingestJobRunId } = await acceptSource(database, vault, {
    ...owner,
    tenantId: null,
    source: 'YOUTUBE',
    config: { urls },
    chunkSize: 1_000,
    chunkOverlap: 200,
    syncFrequency: 'DAILY',
  });
  truth(answers);
  await handler(dataApiKey).handle({ ingestJobRunId }, signal);
  expect(await database.document.count({ where: { namespaceId, liveKey: { not: null } } })).toBe(10);
  await database.ingestJob.update({ where: { id: ingestJobId }, data: { config: { urls } } });
  lie(answers);
  const id = createId();
  const listed = { listing: 'SOURCE', unfinishedDocuments: 1, scheduledFor: new Date() } as const;
  await database.ingestJobRun.create({ data: { ...owner, id, ingestJobId, ...listed } });
  await handler(dataApiKey).handle({ ingestJobRunId: id }, signal);
  const left = await database.document.findMany({ where: { namespaceId, liveKey: { not: null } } });
  const run = await database.ingestJobRun.findUniqueOrThrow({ where: { id } });
  return { left: left.map(({ externalId }) => externalId).toSorted(), run };
}

describe.each([
  ['the pages of YouTube', undefined, showPages, pageLies],
  ['the Data API', 'a-key', showItems, apiLies],
] as const)('no video is deleted when %s, in place of a list, show', (_who, key, truth, lies) => {
  test.each(Object.keys(lies))('%s', async (form) => {
    const { left, run } = await readTwice(key, truth, lies[form]!);
    expect(left.filter((videoId) => videoIds.includes(videoId))).toEqual(videoIds);
    // What is missing is said, or asked for.
    expect(run.errorMessage).toMatch(/\w/);
  });
});

test.each([
  ['the pages of YouTube', undefined, showPages, showNinePages],
  ['the Data API', 'a-key', showItems, showNineItems],
] as const)('a video that %s neither name nor count is deleted', async (_who, key, truth, change) => {
  const { left, run } = await readTwice(key, truth, change);
  expect(left).toEqual(videoIds.slice(0, 9));
  expect(run.errorMessage).toBeNull();
});
