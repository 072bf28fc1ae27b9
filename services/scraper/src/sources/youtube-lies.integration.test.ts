import { createId, type Database, openDatabase } from '@docfleet/domain/database';
import { acceptSource } from '@docfleet/domain/ingest';
import { createNamespace } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { createTestDatabase, type StubServer, startStubServer, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { apiLies, showItems, showNineItems } from '../../test/youtube-api-lies.ts';
import { channelLies, channelPath, showChannel } from '../../test/youtube-channel-lies.ts';
import { type Answers, type Lie, playlistId, videoIds } from '../../test/youtube-lies.ts';
import { pageLies, showNinePages, showPages } from '../../test/youtube-page-lies.ts';
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

const youTube = 'https://www.youtube.com';
const playlist = `${youTube}/playlist?list=${playlistId}`;
const channel = youTube + channelPath;

/** A list of videos, how it is read, and how it is shown. */
interface Subject {
  readonly address: string;
  readonly key?: string;
  readonly truth: Lie;
}

/** Reads a list as it is, and again by schedule as the lie has it; returns what is left of its videos and the second run. */
async function readTwice({ address, key, truth }: Subject, lie: Lie) {
  const organizationId = await createOrganization(database, 'Acme');
  const { id: namespaceId } = await createNamespace(database, vault, {
    organizationId,
    name: 'videos',
    configs: {},
  });
  const urls = [address];
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
  showChannel(answers);
  await handler(key).handle({ ingestJobRunId }, signal);
  expect(await database.document.count({ where: { namespaceId, liveKey: { not: null } } })).toBe(10);
  await database.ingestJob.update({ where: { id: ingestJobId }, data: { config: { urls } } });
  lie(answers);
  const id = createId();
  const listed = { listing: 'SOURCE', unfinishedDocuments: 1, scheduledFor: new Date() } as const;
  await database.ingestJobRun.create({ data: { ...owner, id, ingestJobId, ...listed } });
  await handler(key).handle({ ingestJobRunId: id }, signal);
  const left = await database.document.findMany({ where: { namespaceId, liveKey: { not: null } } });
  const run = await database.ingestJobRun.findUniqueOrThrow({ where: { id } });
  const addresses = left.map(({ sourceUrl }) => sourceUrl).toSorted();
  return { left: left.map(({ externalId }) => externalId).toSorted(), addresses, run };
}

const byPages = { truth: showPages };
const byApi = { key: 'a-key', truth: showItems };

describe.each<[string, Subject, Record<string, Lie>]>([
  ['the pages of YouTube, in place of a list', { ...byPages, address: playlist }, pageLies],
  ['the Data API, in place of a list', { ...byApi, address: playlist }, apiLies],
  ['the pages of YouTube, in place of the list of a channel', { ...byPages, address: channel }, pageLies],
  ['the Data API, in place of the list of a channel', { ...byApi, address: channel }, apiLies],
  ['the pages of YouTube, in place of a channel', { ...byPages, address: channel }, channelLies],
  ['YouTube, in place of a channel whose list has a key', { ...byApi, address: channel }, channelLies],
])('no video is deleted by what %s, show:', (_what, subject, lies) => {
  test.each(Object.keys(lies))('%s', async (form) => {
    const { left, run } = await readTwice(subject, lies[form]!);
    expect(left.filter((videoId) => videoIds.includes(videoId))).toEqual(videoIds);
    // Missing items are reported, or requested.
    expect(run.errorMessage).toMatch(/\w/);
  });
});

test.each([
  ['the pages of YouTube', { ...byPages, address: playlist }, showNinePages],
  ['the Data API', { ...byApi, address: playlist }, showNineItems],
  ['the pages of a channel', { ...byPages, address: channel }, showNinePages],
] as const)('a video that %s neither name nor count is deleted', async (_who, subject, change) => {
  const { left, addresses, run } = await readTwice(subject, change);
  expect(left).toEqual(videoIds.slice(0, 9));
  expect(addresses).toEqual(left.map((videoId) => `https://www.youtube.com/watch?v=${videoId}`));
  expect(run.errorMessage).toBeNull();
});
