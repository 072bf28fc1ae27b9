import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ApiClient,
  createApiClient,
  eventually,
  type FleetProcess,
  startFleetProcess,
} from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ingestText, search, waitForRun } from './documents.ts';

let dataDirectory: string;
let fleet: FleetProcess;
let api: ApiClient;

async function start(): Promise<void> {
  fleet = await startFleetProcess({ dataDirectory });
  api = createApiClient(fleet);
}

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'docfleet-e2e-'));
  await start();
  const created = await api.request('POST', '/v1/namespaces', { name: 'docs' });
  expect(created.status).toBe(201);
}, 240_000);

afterAll(async () => {
  await fleet?.stop();
  await rm(dataDirectory, { recursive: true, force: true });
});

test('a text is found after it was ingested, with its metadata and its document', async () => {
  const text = '# Parental leave\n\nEmployees get twenty weeks of fully paid parental leave.';
  const { ingestJobRunId, documents } = await ingestText(api, 'docs', text, {
    name: 'leave',
    metadata: { team: 'people' },
  });
  const run = await waitForRun(api, 'docs', ingestJobRunId);
  expect(run.documents.completed).toEqual([{ id: documents[0]?.id, status: 'SUCCESS', error: null }]);
  const [hit] = await search(api, 'docs', 'How long is parental leave?');
  expect(hit).toMatchObject({
    content: expect.stringContaining('twenty weeks'),
    metadata: { id: documents[0]?.id, source: 'TEXT', type: 'TEXT', team: 'people' },
    document: { name: 'leave' },
  });
});

test.each([
  ['notes.txt', 'The quarterly zebra census counted 4,211 animals.', 'zebra census', /4,211/],
  ['guide.md', '# Okapi\n\nThe okapi feeder opens at dawn.', 'okapi feeder', /dawn/],
  [
    'page.html',
    '<h1>Pangolin</h1><p>Pangolin scales are made of <b>keratin</b>.</p>',
    'pangolin scales',
    /keratin/,
  ],
  ['prices.csv', 'animal,price\naxolotl,42 EUR\nnewt,7 EUR\n', 'axolotl price', /42 EUR/],
])('a file %s is parsed and found', async (name, content, query, expected) => {
  const { status, body } = await api.upload<{ ingestJobRunId: string }>(
    '/v1/ingest/file',
    { namespaceId: 'docs', source: 'FILE', metadata: 'undefined' },
    { name, content },
  );
  expect(status).toBe(202);
  const run = await waitForRun(api, 'docs', body.data.ingestJobRunId);
  expect(run.documents.failed).toEqual([]);
  const [hit] = await search(api, 'docs', query);
  expect(hit?.content).toMatch(expected);
  expect(hit?.document.name).toBe(name);
});

/** A PDF of two pages, one line on each, without cross-references. */
const letter = [
  '%PDF-1.4',
  '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj',
  '2 0 obj\n<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 612 792] /Resources << /Font << /F1 7 0 R >> >> >>\nendobj',
  '3 0 obj\n<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>\nendobj',
  '4 0 obj\n<< /Type /Page /Parent 2 0 R /Contents 6 0 R >>\nendobj',
  '5 0 obj\n<< /Length 60 >>\nstream\nBT /F1 24 Tf 72 700 Td (Feeding the aardvark) Tj ET\nendstream\nendobj',
  '6 0 obj\n<< /Length 80 >>\nstream\nBT /F1 12 Tf 72 600 Td (The aardvark eats termites after sunset.) Tj ET\nendstream\nendobj',
  '7 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj',
  'trailer\n<< /Root 1 0 R >>\n%%EOF\n',
].join('\n');

test('a result says on which page of a PDF it stands, where on it, and below which heading', async () => {
  const { body } = await api.upload<{ ingestJobRunId: string }>(
    '/v1/ingest/file',
    { namespaceId: 'docs' },
    { name: 'aardvark.pdf', content: letter },
  );
  const run = await waitForRun(api, 'docs', body.data.ingestJobRunId);
  expect(run.documents.failed).toEqual([]);
  const [hit] = await search(api, 'docs', 'what does the aardvark eat');
  expect(hit?.content).toContain('termites');
  expect(hit?.location).toMatchObject({
    pages: [1, 2],
    section: ['Feeding the aardvark'],
    boxes: [
      { page: 1, x: 72, width: expect.any(Number) },
      { page: 2, x: 72, y: expect.closeTo(182.4, 1), height: expect.closeTo(12.6, 1) },
    ],
  });
});

test('a damaged file fails with a reason', async () => {
  const { body } = await api.upload<{ ingestJobRunId: string }>(
    '/v1/ingest/file',
    { namespaceId: 'docs' },
    { name: 'a.pdf', content: '%PDF-1.7\n%âãÏÓ\n1 0 obj' },
  );
  const run = await waitForRun(api, 'docs', body.data.ingestJobRunId);
  expect(run.documents.failed[0]?.error).toMatch(/PDF/);
});

test('a changed text under the same external id replaces what was found before', async () => {
  const config = { externalId: 'menu', name: 'menu' };
  const first = await ingestText(api, 'docs', 'The canteen serves quinoa stew on Monday.', config);
  await waitForRun(api, 'docs', first.ingestJobRunId);
  const second = await ingestText(api, 'docs', 'The canteen serves ramen soup on Monday.', config);
  await waitForRun(api, 'docs', second.ingestJobRunId);
  expect(second.documents[0]?.id).toBe(first.documents[0]?.id);
  const contents = (await search(api, 'docs', 'canteen Monday')).map((hit) => hit.content).join();
  expect(contents).toMatch(/ramen/);
  expect(contents).not.toMatch(/quinoa/);
});

test('a deleted namespace is gone at once, and its name is free when it is purged', async () => {
  await api.request('POST', '/v1/namespaces', { name: 'short-lived' });
  const { ingestJobRunId } = await ingestText(api, 'short-lived', 'Soon no one will know this.');
  await waitForRun(api, 'short-lived', ingestJobRunId);
  expect((await api.request('DELETE', '/v1/namespaces/short-lived')).status).toBe(202);
  expect((await api.request('GET', '/v1/namespaces/short-lived')).status).toBe(404);
  const recreate = async () => {
    const { status } = await api.request('POST', '/v1/namespaces', { name: 'short-lived' });
    expect(status).toBe(201);
  };
  await eventually(recreate, 20_000);
  expect(await search(api, 'short-lived', 'no one will know')).toEqual([]);
});

test('a second start keeps everything, and ready.json is for its owner only', async () => {
  const { url, apiKey } = fleet;
  await fleet.stop();
  await expect(stat(join(dataDirectory, 'ready.json'))).rejects.toThrow();
  await start();
  expect(fleet.apiKey).toBe(apiKey);
  expect(url).toMatch(/^http/);
  expect((await stat(join(dataDirectory, 'ready.json'))).mode & 0o077).toBe(0);
  const [hit] = await search(api, 'docs', 'How long is parental leave?');
  expect(hit?.content).toMatch(/twenty weeks/);
});

test('the log has the request id of what was asked, and no key', async () => {
  await api.request('GET', '/v1/namespaces', undefined, { 'x-request-id': 'trace-me-1' });
  const log = await eventually(async () => {
    const text = await readFile(join(dataDirectory, 'fleet.log'), 'utf8');
    expect(text).toContain('trace-me-1');
    return text;
  });
  expect(log).not.toContain(fleet.apiKey);
});
