import { type ApiClient, createApiClient, createSeededRandom } from '@docfleet/testing';
import { createNamespace, textBody } from '../../tests/e2e/documents.ts';
import { localConfigs } from '../tenant.ts';
import type { Day } from './day.ts';
import type { World } from './world.ts';

const words =
  'harbour lantern okapi glacier violin bakery satellite meadow copper timber engine letter orchard signal marble river'.split(
    ' ',
  );
const random = createSeededRandom(7);
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
const sentence = () => `${Array.from({ length: 14 }, () => pick(words)).join(' ')}.`;
const text = (paragraphs: number) =>
  Array.from({ length: paragraphs }, () => Array.from({ length: 6 }, sentence).join(' ')).join('\n\n');

const chunkConfig = { chunkSize: 120, chunkOverlap: 12 };
/** More than a namespace may have in the queues: the rest is backlog. */
const archiveTexts = 600;
const archivists = 16;

async function ask<Data>(api: ApiClient, method: string, path: string, body: object, expected: number) {
  const response = await api.request<Data>(method, path, body);
  if (response.status !== expected)
    throw new Error(`${method} ${path}: ${response.status} ${response.body.error?.code ?? ''}`);
  return response;
}

const ingestText = (api: ApiClient, namespaceId: string, body: string) =>
  ask(api, 'POST', '/v1/ingest/text', textBody(namespaceId, body, {}, chunkConfig), 202);

/** Ingests one of some files. */
async function ingestFile(api: ApiClient, namespaceId: string): Promise<void> {
  const files = [
    { name: 'report.html', content: `<h1>${pick(words)}</h1><p>${text(12)}</p>` },
    { name: 'notes.md', content: `# ${pick(words)}\n\n${text(8)}` },
    {
      name: 'table.csv',
      content: Array.from({ length: 400 }, () => `${pick(words)},${random()}`).join('\n'),
    },
    { name: 'letter.html', content: `<h1>Letter</h1><p>${text(3)}</p>` },
    { name: 'minutes.txt', content: text(20) },
  ];
  const broken = { name: 'scan.pdf', content: `%PDF-1.7\n${sentence()}` };
  // One of twenty cannot be read.
  const file = random() < 0.05 ? broken : pick(files);
  await api.upload('/v1/ingest/file', { namespaceId }, file);
}

/** Deletes some of the documents of a namespace, and changes another. */
async function tidyUp(api: ApiClient, namespaceId: string): Promise<void> {
  const { body } = await api.request<{ documents: { id: string }[] }>('POST', '/v1/documents', {
    namespaceId,
    filterConfig: { documentIngestionStatuses: ['SUCCESS'] },
    pagination: { pageSize: 5 },
  });
  const [changed, ...documentIds] = (body.data.documents ?? []).map(({ id }) => id);
  if (changed) await ask(api, 'PATCH', `/v1/documents/${changed}`, { namespaceId, content: text(3) }, 202);
  if (documentIds.length > 0)
    await ask(api, 'DELETE', '/v1/documents', { namespaceId, filterConfig: { documentIds } }, 202);
}

/** A customer whose key lets through less than they ask for. */
async function openHurried({ api, url }: World): Promise<ApiClient> {
  const order = { name: 'hurried', scopes: ['read'], rateLimitPerMinute: 60 };
  const { body } = await ask<{ key: string }>(api, 'POST', '/v1/api-keys', order, 201);
  return createApiClient({ url, apiKey: body.data.key });
}

const search = (api: ApiClient, namespaceId: string, kind: '' | '/hybrid') =>
  ask(
    api,
    'POST',
    `/v1/search${kind}`,
    {
      namespaceId,
      query: `${pick(words)} ${pick(words)}`,
      ...(kind && { hybridConfig: { semanticWeight: 0.5, keywordWeight: 0.5 } }),
    },
    200,
  );

/** Creates namespaces and webhooks, and lets customers ingest, search, change and delete for the day. */
export async function bringCustomers(world: World, day: Day): Promise<void> {
  const { api, vendors, receivers, site } = world;
  await createNamespace(api, 'handbook', vendors.configs);
  await createNamespace(api, 'wiki', localConfigs);
  await createNamespace(api, 'archive', vendors.configs);
  for (const { url } of receivers) await ask(api, 'POST', '/v1/webhooks', { url }, 201);
  const hurried = await openHurried(world);

  day.every(1.2, () => ingestText(api, 'handbook', text(4)));
  day.every(2.5, () => ingestText(api, 'wiki', text(2)));
  day.every(4, () => ingestFile(api, pick(['handbook', 'wiki'])));
  day.every(0.8, () => search(api, pick(['handbook', 'wiki']), pick(['', '/hybrid'])));
  day.every(15, () => tidyUp(api, pick(['handbook', 'wiki'])));
  day.every(0.3, async () => {
    if (day.isBetween(0.2, 0.35))
      await hurried.request('POST', '/v1/search', { namespaceId: 'wiki', query: 'okapi' });
  });
  for (let archivist = 0; archivist < archivists; archivist += 1)
    day.at(0.3, async () => {
      for (let number = 0; number < archiveTexts / archivists; number += 1)
        await ingestText(api, 'archive', text(1));
    });
  for (const share of [0.1, 0.6])
    day.at(share, () =>
      ask(
        api,
        'POST',
        '/v1/ingest/website',
        { namespaceId: 'wiki', ingestConfig: { source: 'WEBSITE', config: { url: site.url } } },
        202,
      ),
    );
}
