import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requestMaintenance } from '@docfleet/domain/consistency';
import { eventually, startWebSite, type WebSite, webPage } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, ingestText, search, textBody } from './documents.ts';
import { filesWith, redisKeysWith, tablesWith } from './places-with-text.ts';
import { type OwnFleet, startTestFleet } from './test-fleet.ts';

/** Words that stand nowhere else, one for each way by which a document comes in. */
const words = {
  text: 'quorvexlimba',
  replaced: 'quorvexoltane',
  name: 'quorvexnemo',
  metadata: 'quorvexmarka',
  file: 'quorvexfaldo',
  page: 'quorvexpagina',
  unreadable: 'quorvexruina',
} as const;
const stem = 'quorvex';
const within = 240_000;

let fleet: OwnFleet;
let site: WebSite;
let temporary: string;
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'docfleet-temporary-'));
  site = await startWebSite();
  fleet = await startTestFleet({
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
    LANCEDB_RETENTION_SECONDS: '30',
    TMPDIR: temporary,
  });
}, 240_000);
afterAll(async () => {
  await fleet?.remove();
  await site?.close();
  await rm(temporary, { recursive: true, force: true });
});

const idOf = async (name: string) =>
  (await fleet.database.namespace.findFirstOrThrow({ where: { name } })).id;

/** Has documents come in by each way, one of them twice with another content, and waits until all have ended. */
async function ingestEverything(namespaceId: string): Promise<void> {
  const { api } = fleet;
  const named = { name: `${words.name}.txt`, externalId: 'a', metadata: { case: words.metadata } };
  await ingestText(api, namespaceId, `The first report says ${words.replaced}.`, named);
  await eventually(
    async () => expect(await search(api, namespaceId, words.replaced)).not.toEqual([]),
    within,
  );
  await ingestText(api, namespaceId, `The second report says ${words.text}.`, named);
  const keyed = { 'idempotency-key': 'once' };
  const body = textBody(namespaceId, `Again ${words.text}.`, { externalId: 'b', name: words.name });
  await api.request('POST', '/v1/ingest/text', body, keyed);
  const upload = (name: string, content: string) =>
    api.upload('/v1/ingest/file', { namespaceId }, { name, content });
  expect(await upload(`${words.file}.md`, `# ${words.file}\n\nA file.`)).toMatchObject({ status: 202 });
  expect(await upload(`${words.unreadable}.pdf`, `%PDF-1.7 ${words.unreadable}`)).toMatchObject({
    status: 202,
  });
  site.pages.set(`/${words.page}`, webPage({ title: words.page, text: `A page says ${words.page}.` }));
  const urls = { urls: [`${site.url}/${words.page}`] };
  const sent = await api.request('POST', '/v1/ingest/urls', {
    namespaceId,
    ingestConfig: { source: 'URLS_LIST', config: urls },
  });
  expect(sent.status).toBe(202);
  await eventually(async () => {
    const states = await fleet.countByStatus();
    expect(states).toEqual({ SUCCESS: 4, FAILED: 1 });
  }, within);
}

/** Wherever something of the documents is left, on this machine and in its servers. */
async function remains(): Promise<string[]> {
  const places = await Promise.all([
    tablesWith(fleet.database, stem),
    redisKeysWith(fleet.redisUrl, stem),
    filesWith(fleet.dataDirectory, stem),
    filesWith(temporary, stem),
  ]);
  return places.flat().toSorted();
}

test('of documents that were deleted nothing is left in any table, key or file but the addresses of their source, and of their namespace nothing at all', async () => {
  await createNamespace(fleet.api, 'docs');
  await ingestEverything('docs');
  expect(await search(fleet.api, 'docs', words.page)).not.toEqual([]);
  expect((await remains()).length).toBeGreaterThan(4);
  const { status } = await fleet.api.request('DELETE', '/v1/documents?all=true', {
    namespaceId: 'docs',
    filterConfig: {},
  });
  expect(status).toBe(202);
  const namespaceId = await idOf('docs');
  await eventually(async () => {
    await requestMaintenance(fleet.database, namespaceId);
    // The source of a run is kept with the run.
    expect(await remains()).toEqual(['table ingest_jobs']);
  }, within);
  expect(await fleet.api.request('DELETE', '/v1/namespaces/docs')).toMatchObject({ status: 202 });
  await eventually(async () => expect(await remains()).toEqual([]), within);
}, 600_000);
