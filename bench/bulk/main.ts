/** Measures one request over very many documents: seconds until its response, and the gateway's memory meanwhile. */
import { loadavg } from 'node:os';
import { type Database, openDatabase } from '@docfleet/domain/database';
import { type ApiClient, createApiClient } from '@docfleet/testing';
import { heapOfContainer } from '../fleet.ts';
import { makeDocuments } from '../listing/rows.ts';
import { readProcessUsage } from '../process-usage.ts';
import { type BenchServers, startGatewayProcess, withBenchServers } from '../servers.ts';
import { printTable } from '../table.ts';
import { makeTenant } from '../tenant.ts';

const usage = `Usage: npm run bench:bulk [-- DOCUMENTS]

Changes the metadata of DOCUMENTS (100,000), deletes them, and cancels a run of as many, each by one request. No worker runs:
what follows in queues is not measured.
`;

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: object;
}

/** A run that has all of a namespace's documents before it. */
async function openRun(database: Database, namespaceId: string, documents: number): Promise<string> {
  const [run] = await database.$queryRaw<{ id: string }[]>`
    UPDATE ingest_job_runs SET "unfinishedDocuments" = ${documents}, status = 'PROCESSING'
    WHERE "namespaceId" = ${namespaceId}::uuid RETURNING id`;
  if (!run) throw new Error('there is no run');
  await database.$executeRaw`
    UPDATE documents SET status = 'BACKLOG', "activeRevision" = NULL WHERE "namespaceId" = ${namespaceId}::uuid`;
  await database.$executeRaw`
    INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId")
    SELECT ${run.id}::uuid, id FROM documents WHERE "namespaceId" = ${namespaceId}::uuid`;
  return run.id;
}

async function measure(api: ApiClient, pid: number, { method, path, body }: Request) {
  const before = await readProcessUsage(pid);
  const startedAt = performance.now();
  const response = await api.request(method, path, body);
  if (response.status >= 300) throw new Error(JSON.stringify(response.body));
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await readProcessUsage(pid);
  return [seconds.toFixed(1), (after.cpuSeconds - before.cpuSeconds).toFixed(1), after.peakMemory];
}

async function compare(servers: BenchServers, documents: number): Promise<(string | number)[][]> {
  const { apiKey, organizationId, namespaceIds } = await makeTenant(servers, ['changed', 'cancelled']);
  const database = openDatabase({ url: servers.databaseUrl, poolSize: 2 });
  for (const namespaceId of namespaceIds)
    await makeDocuments(database, { organizationId, namespaceId, count: documents });
  const runId = await openRun(database, namespaceIds[1] ?? '', documents);
  await database.$executeRaw`ANALYZE`;
  await database.$disconnect();
  const { url, pid } = await startGatewayProcess(servers, { NODE_OPTIONS: heapOfContainer });
  const api = createApiClient({ url, apiKey });
  const everything = { namespaceId: 'changed', filterConfig: {} };
  const requests: Record<string, Request> = {
    'change metadata': {
      method: 'PATCH',
      path: '/v1/documents?all=true',
      body: { ...everything, data: { metadata: { reviewed: true } } },
    },
    delete: { method: 'DELETE', path: '/v1/documents?all=true', body: everything },
    'cancel a run': {
      method: 'POST',
      path: `/v1/ingest-job-runs/${runId}/cancel`,
      body: { namespaceId: 'cancelled' },
    },
  };
  const rows: (string | number)[][] = [['(idle gateway)', '', '', (await readProcessUsage(pid)).peakMemory]];
  for (const [name, request] of Object.entries(requests))
    rows.push([name, ...(await measure(api, pid, request))]);
  return rows;
}

async function main(documents: number): Promise<void> {
  const rows = await withBenchServers((servers) => compare(servers, documents));
  printTable(['request', 'seconds', "gateway's processor, s", "gateway's peak memory so far, MB"], rows);
  const loads = loadavg().map((load) => load.toFixed(1));
  console.log(`\nload average ${loads.join(', ')}`);
}

const [documents = '100000'] = process.argv.slice(2);
if (documents === '--help') console.log(usage);
else await main(Number(documents));
