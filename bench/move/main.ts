/** How fast vectors go from one store to another, and whether searches answer meanwhile as before. */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type ApiClient, startOpenAiEmulator, startPineconeEmulator } from '@docfleet/testing';
import { startBenchFleet } from '../fleet.ts';
import { createNamespace, ingestTexts, waitForSuccess } from '../ingest-texts.ts';
import { percentile } from '../percentile.ts';
import { createDocuments, createQueries } from '../search/texts.ts';
import { printTable } from '../table.ts';

const usage = `Usage: npm run bench:move [-- --chunks=100000] [--stores=LANCEDB,PINECONE,LANCEDB]

Ingests about so many chunks into the first store with an emulated model of 384 dimensions, then moves them to one store after the other.
`;
const namespaceId = 'move';
const dimensions = 384;
const seed = 7;

const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '100000' },
    stores: { type: 'string', default: 'LANCEDB,PINECONE,LANCEDB' },
    help: { type: 'boolean' },
  },
});

interface Answer {
  readonly ids: string;
  readonly scores: readonly number[];
  readonly notices: string;
}

/** Searches by meaning. */
async function answerTo(api: ApiClient, query: string): Promise<Answer> {
  const body = { query, namespaceId, searchType: 'SEMANTIC', topK: 5 };
  const { body: found } = await api.request<{
    results: { score: number; document: { id: string } }[];
    notices?: string[];
  }>('POST', '/v1/search', body);
  const { results, notices = [] } = found.data;
  return {
    ids: results.map(({ document }) => document.id).join(),
    scores: results.map(({ score }) => score),
    notices: notices.join(),
  };
}

/** Scores of two stores differ in the last digits. */
const tolerance = 1e-3;
const isSame = (one: Answer, other: Answer): boolean =>
  one.ids === other.ids &&
  one.scores.every((score, rank) => Math.abs(score - (other.scores[rank] ?? 0)) < tolerance);

/** Searches without a pause until it is stopped; returns milliseconds of each search, and how many answered otherwise than before. */
function keepSearching(api: ApiClient, before: ReadonlyMap<string, Answer>) {
  const took: number[] = [];
  let [wrong, isSearching] = [0, true];
  const done = (async () => {
    while (isSearching)
      for (const [query, answer] of before) {
        const startedAt = performance.now();
        const now = await answerTo(api, query);
        took.push(performance.now() - startedAt);
        if (!isSame(now, answer)) {
          wrong += 1;
          console.log('another answer than before', answer, now);
        }
        await pause(20);
      }
  })();
  return {
    async stop() {
      isSearching = false;
      await done;
      return { took, wrong };
    },
  };
}

/** Resolves when no document needs the previous store. */
async function waitForRun(api: ApiClient, runId: string): Promise<void> {
  for (;;) {
    const path = `/v1/ingest-job-runs/${runId}?namespaceId=${namespaceId}`;
    const { body } = await api.request<{ status: string }>('GET', path);
    if (body.data.status.startsWith('COMPLETED')) return;
    await pause(250);
  }
}

/** Moves the namespace, again as long as the vectors before the last move are still being removed. */
async function move(api: ApiClient, vectorStorageConfig: object): Promise<string> {
  for (;;) {
    const { status, body } = await api.request<{ ingestJobRunId: string }>(
      'PATCH',
      `/v1/namespaces/${namespaceId}`,
      { vectorStorageConfig },
    );
    if (status === 200) return body.data.ingestJobRunId;
    if (status !== 409) throw new Error(JSON.stringify(body));
    await pause(1_000);
  }
}

async function main(chunks: number, [first = 'LANCEDB', ...others]: readonly string[]): Promise<void> {
  let embedded = 0;
  // Queries are embedded as well, and have no headings.
  const openai = await startOpenAiEmulator({
    hold: ({ texts }) => {
      embedded += texts.filter((text) => text.includes('## ')).length;
      return undefined;
    },
  });
  const pinecone = await startPineconeEmulator({ dimension: dimensions });
  const configOf = (provider: string) =>
    provider === 'PINECONE' ? { provider, apiKey: 'test-key', indexHost: pinecone.url } : { provider };
  const { api, close, usage } = await startBenchFleet({ EGRESS_ALLOW_CIDRS: '127.0.0.0/8' });
  const { apiKey, url } = openai;
  await createNamespace(api, namespaceId, {
    embeddingModelConfig: {
      provider: 'OPENAI',
      model: 'text-embedding-3-small',
      apiKey,
      baseUrl: `${url}/v1`,
      dimensions,
    },
    vectorStorageConfig: configOf(first),
    fileStorageConfig: { type: 'LOCAL' },
  });
  const documents = [...createDocuments(chunks, seed)];
  await ingestTexts(api, namespaceId, documents, {
    clients: 4,
    chunkConfig: { chunkSize: 255, chunkOverlap: 0 },
  });
  await waitForSuccess(api, namespaceId, documents.length, 1_000);
  const stored = embedded;
  const before = new Map<string, Answer>();
  for (const query of createQueries(50, seed)) before.set(query, await answerTo(api, query));
  const rows: (string | number)[][] = [];
  let from = first;
  for (const to of others) {
    const runId = await move(api, configOf(to));
    const [embeddedBefore, usedBefore] = [embedded, await usage()];
    const startedAt = performance.now();
    const searching = keepSearching(api, before);
    await waitForRun(api, runId);
    const seconds = (performance.now() - startedAt) / 1_000;
    const { took, wrong } = await searching.stop();
    const cpuSeconds = [...(await usage())].reduce(
      (sum, [name, used]) => sum + used.cpuSeconds - (usedBefore.get(name)?.cpuSeconds ?? 0),
      0,
    );
    rows.push([
      `${from} to ${to}`,
      stored,
      seconds.toFixed(1),
      Math.round(stored / seconds),
      ((1_000 * cpuSeconds) / stored).toFixed(2),
      embedded - embeddedBefore,
      took.length,
      wrong,
      percentile(took, 0.5).toFixed(0),
      percentile(took, 0.99).toFixed(0),
    ]);
    from = to;
  }
  printTable(
    [
      'stores',
      'chunks',
      'seconds',
      'chunks/s',
      'processor ms a chunk',
      'embedded',
      'searches',
      'wrong',
      'p50 ms',
      'p99 ms',
    ],
    rows,
  );
  await close();
  await Promise.all([openai.close(), pinecone.close()]);
}

if (values.help) console.log(usage);
else await main(Number(values.chunks), values.stores.split(','));
