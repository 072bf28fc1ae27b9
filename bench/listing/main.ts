/** Whether lists and statistics of a namespace cost the same at 1,000,000 documents as at 10,000. */
import { openDatabase } from '@docfleet/domain/database';
import { rollUpCounts } from '@docfleet/domain/document';
import { type ApiClient, createApiClient } from '@docfleet/testing';
import { percentile } from '../percentile.ts';
import { type BenchServers, startBenchGateway, withBenchServers } from '../servers.ts';
import { printTable } from '../table.ts';
import { makeTenant } from '../tenant.ts';
import { makeDocuments } from './rows.ts';

const usage = `Usage: npm run bench:listing [-- DOCUMENTS [WAYS]]

POST /v1/documents in several ways, in a namespace of DOCUMENTS (1,000,000) and in one of a hundredth, by turns; WAYS: only
those whose name has this in it.
`;

const samples = 200;
/** Of what may take a second. */
const fewSamples = 10;
const pageSize = 20;

/** As many conditions and values as a filter may have, none of which an index serves. */
const negative = Object.fromEntries(
  Array.from({ length: 31 }, (_, index) => [`field${index}`, { $ne: 'a' }]),
);
const worstFilter = {
  metadata: {
    ...negative,
    team: { $nin: Array.from({ length: 1_000 }, (_, index) => `other-${index}`) },
  },
};
const statistics = { documents: false, statsByStatus: true };

const ways: Record<
  string,
  { filterConfig?: object; includeConfig?: object; tenantId?: string; deep?: boolean; slow?: boolean }
> = {
  'the first page': {},
  'a page from the middle': { deep: true },
  "a tenant's": { tenantId: 'tenant-3' },
  'status of which there are few': { filterConfig: { documentIngestionStatuses: ['FAILED'] } },
  'status of which there are many': { filterConfig: { documentIngestionStatuses: ['SUCCESS', 'FAILED'] } },
  'external ids': { filterConfig: { documentExternalIds: ['17', '4711'] } },
  'metadata, one in 100': { filterConfig: { metadata: { team: 'team-42' } } },
  'metadata, one document': { filterConfig: { metadata: { number: 4_711 } } },
  'all statistics': {
    includeConfig: { documents: false, statsBySource: true, statsByStatus: true, statsByDocumentType: true },
  },
  'metadata, a thousand values': {
    filterConfig: { metadata: { number: Array.from({ length: 1_000 }, (_, index) => index * 900) } },
    slow: true,
  },
  'metadata, the worst filter': { filterConfig: worstFilter, slow: true },
  'metadata, the worst filter that finds nothing': {
    filterConfig: { metadata: { ...worstFilter.metadata, field0: 'a' } },
    slow: true,
  },
  'metadata, the worst filter whose matches lie far apart': {
    filterConfig: { metadata: { ...negative, number: { $lt: 100 } } },
    slow: true,
  },
  'statistics of the worst filter': { filterConfig: worstFilter, includeConfig: statistics, slow: true },
  "a tenant's statistics": { tenantId: 'tenant-3', includeConfig: { documents: false, statsByStatus: true } },
};

interface Listed {
  readonly nextCursor: string | null;
}

/** Milliseconds of one request; throws unless it succeeds. */
async function ask(api: ApiClient, namespaceId: string, way: (typeof ways)[string], cursor?: string) {
  const { filterConfig = {}, includeConfig, tenantId } = way;
  const body = {
    namespaceId,
    filterConfig,
    ...(includeConfig && { includeConfig }),
    pagination: { pageSize, cursor },
  };
  const startedAt = performance.now();
  const response = await api.request<Listed>(
    'POST',
    '/v1/documents',
    body,
    tenantId ? { 'x-tenant-id': tenantId } : {},
  );
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return { ms: performance.now() - startedAt, next: response.body.data.nextCursor ?? undefined };
}

type Sizes = Readonly<Record<string, number>>;

async function measure(servers: BenchServers, sizes: Sizes, only: string): Promise<(string | number)[][]> {
  const { apiKey, organizationId, namespaceIds } = await makeTenant(servers, Object.keys(sizes));
  const database = openDatabase({ url: servers.databaseUrl, poolSize: 2 });
  for (const [index, count] of Object.values(sizes).entries())
    await makeDocuments(database, { organizationId, namespaceId: namespaceIds[index] ?? '', count });
  await rollUpCounts(database);
  await database.$executeRaw`ANALYZE`;
  await database.$disconnect();
  const api = createApiClient({ url: await startBenchGateway(servers), apiKey });

  const rows: (string | number)[][] = [];
  for (const [name, way] of Object.entries(ways).filter(([name]) => name.includes(only))) {
    const times: Record<string, number[]> = { small: [], large: [] };
    const cursors: Record<string, string | undefined> = {};
    const count = way.slow ? fewSamples : samples;
    for (let sample = 0; sample < count; sample += 1)
      for (const namespaceId of Object.keys(sizes)) {
        const { ms, next } = await ask(api, namespaceId, way, cursors[namespaceId]);
        if (way.deep) cursors[namespaceId] = next;
        if (sample >= count / 10) times[namespaceId]?.push(ms);
      }
    const figures = Object.values(times).flatMap((list) => [percentile(list, 0.5), percentile(list, 0.99)]);
    const [, smallP99 = 0, , largeP99 = 0] = figures;
    rows.push([name, ...figures.map((ms) => ms.toFixed(1)), (largeP99 / smallP99).toFixed(2)]);
  }
  return rows;
}

async function main(documents: number, only: string): Promise<void> {
  const sizes = { small: Math.ceil(documents / 100), large: documents };
  const rows = await withBenchServers((servers) => measure(servers, sizes, only));
  const columns = Object.values(sizes).flatMap((count) => [`p50 ms at ${count}`, `p99 ms at ${count}`]);
  printTable(['what', ...columns, 'p99 ratio'], rows);
}

const [documents = '1000000', only = ''] = process.argv.slice(2);
if (documents === '--help') console.log(usage);
else await main(Number(documents), only);
