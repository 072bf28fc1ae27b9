/** Whether a single document waits for a neighbor: how soon it is searchable while another namespace has 50,000 documents waiting. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApiClient, createApiClient } from '@docfleet/testing';
import { startBenchFleet } from '../fleet.ts';
import { ingestTexts } from '../ingest-texts.ts';
import { percentile } from '../percentile.ts';
import { startBenchGateway, startWorkerProcess, withBenchServers } from '../servers.ts';
import { printTable } from '../table.ts';
import { makeTenant } from '../tenant.ts';

const usage = `Usage: npm run bench:fairness [-- DOCUMENTS [fleet|processes]]

Measures how soon a short text is searchable, in an idle fleet and again while another namespace has DOCUMENTS (50,000)
waiting, with all services in one process (fleet) or each in its own (processes).
`;

const samples = 20;
const sentence = 'Everyone has thirty days of leave in a year, and asks for them two weeks before. ';
const between = 50;

/** Milliseconds from sending a text until its run is COMPLETED: from then on searches find it. */
async function measureOne(api: ApiClient, namespaceId: string): Promise<number> {
  const startedAt = performance.now();
  const config = { text: `A single text ${randomUUID()}. ${sentence}` };
  const { body } = await api.request<{ ingestJobRunId: string }>('POST', '/v1/ingest/text', {
    namespaceId,
    ingestConfig: { source: 'TEXT', config },
  });
  const path = `/v1/ingest-job-runs/${body.data.ingestJobRunId}?namespaceId=${namespaceId}`;
  for (;;) {
    const run = await api.request<{ status: string }>('GET', path);
    if (run.body.data.status === 'COMPLETED') return performance.now() - startedAt;
    await pause(5);
  }
}

async function measure(api: ApiClient, namespaceId: string): Promise<number[]> {
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    times.push(await measureOne(api, namespaceId));
    await pause(between);
  }
  return times;
}

function* texts(count: number) {
  for (let index = 0; index < count; index += 1)
    yield { name: `Waiting ${index}`, text: `Document ${index}. ${sentence.repeat(6)}${randomUUID()}` };
}

async function countByStatus(api: ApiClient, namespaceId: string): Promise<string> {
  const includeConfig = { documents: false, statsByStatus: true };
  const request = { namespaceId, filterConfig: {}, includeConfig };
  const { body } = await api.request<{ statsByStatus: { status: string; totalCount: number }[] }>(
    'POST',
    '/v1/documents',
    request,
  );
  return body.data.statsByStatus.map(({ status, totalCount }) => `${status} ${totalCount}`).join(', ');
}

type Work = (api: ApiClient) => Promise<void>;

async function withFleet(work: Work): Promise<void> {
  const fleet = await startBenchFleet();
  try {
    for (const name of ['large', 'small']) await fleet.api.request('POST', '/v1/namespaces', { name });
    await work(fleet.api);
  } finally {
    await fleet.close();
  }
}

const withProcesses = (work: Work) =>
  withBenchServers(async (servers) => {
    const { apiKey } = await makeTenant(servers, ['large', 'small']);
    const url = await startBenchGateway(servers);
    for (const service of ['embedder', 'scheduler']) startWorkerProcess(servers, service);
    await work(createApiClient({ url, apiKey }));
  });

async function compare(api: ApiClient, documents: number): Promise<void> {
  await measure(api, 'small'); // Warms up.
  const idle = await measure(api, 'small');
  await ingestTexts(api, 'large', texts(documents));
  const before = await countByStatus(api, 'large');
  const busy = await measure(api, 'small');
  const after = await countByStatus(api, 'large');
  const row = (name: string, times: readonly number[]) => [
    name,
    ...[0.5, 0.9, 1].map((share) => percentile(times, share).toFixed(0)),
  ];
  printTable(
    ['single document', 'p50 ms', 'p90 ms', 'worst ms'],
    [row('idle', idle), row('neighbor busy', busy)],
  );
  console.log(
    `\np50 beside the neighbor / idle: ${(percentile(busy, 0.5) / percentile(idle, 0.5)).toFixed(2)}`,
  );
  console.log(`the neighbor before: ${before}\nand after: ${after}`);
}

const [documents = '50000', shape = 'fleet'] = process.argv.slice(2);
if (documents === '--help') console.log(usage);
else await (shape === 'processes' ? withProcesses : withFleet)((api) => compare(api, Number(documents)));
