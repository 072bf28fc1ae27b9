/** How long searches take through the API at 100,000 chunks, what of it is the gateway's, and how soon a text is found. */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ApiClient } from '@docfleet/testing';
import { startBenchFleet } from '../fleet.ts';
import { createNamespace, ingestTexts, waitForSuccess } from '../ingest-texts.ts';
import { percentile } from '../percentile.ts';
import { printTable } from '../table.ts';
import { createDocuments, createQueries, readTexts, type Texts } from './texts.ts';

const usage = `Usage: npm run bench:search [-- --chunks=100000] [--model=static-1024] [--words=70] [--texts=FOLDER]

Ingests about so many chunks of so many words into LANCEDB with a LOCAL model, waits until the store has indexed them, then searches. For 100,000 chunks of 70 words the sentence model takes
an hour. Words are invented; with a folder of a collection in the form of BEIR its words and queries are taken.
`;
const namespaceId = 'search';
/** A section of the generated documents is one chunk: it has more than half of these tokens. */
const chunkConfigOf = (words: number) => ({ chunkSize: Math.ceil(3.4 * (words + 5)), chunkOverlap: 0 });
/** The scheduler looks after vector stores once a minute; building the index takes a while. */
const settleMs = 150_000;
const seed = 7;

interface Sample {
  readonly total: number;
  /** Milliseconds that `Server-Timing` reports. */
  readonly embedder: number;
  readonly store: number;
}

const hybridConfig = { semanticWeight: 0.5, keywordWeight: 0.5 };

async function search(api: ApiClient, query: string, isHybrid: boolean): Promise<Sample> {
  const path = isHybrid ? '/v1/search/hybrid' : '/v1/search';
  const startedAt = performance.now();
  const { status, headers } = await api.request('POST', path, {
    query,
    namespaceId,
    ...(isHybrid ? { hybridConfig } : { searchType: 'SEMANTIC' }),
  });
  const total = performance.now() - startedAt;
  if (status !== 200) throw new Error(`a search answered ${status}`);
  const steps = new Map(
    (headers.get('server-timing') ?? '')
      .split(', ')
      .map((step) => step.split(';dur='))
      .map(([name = '', took]) => [name, Number(took)]),
  );
  return { total, embedder: steps.get('embed') ?? 0, store: steps.get('store') ?? 0 };
}

async function measure(
  api: ApiClient,
  queries: readonly string[],
  isHybrid: boolean,
): Promise<(string | number)[]> {
  const samples: Sample[] = [];
  for (const query of queries) samples.push(await search(api, query, isHybrid));
  const of = (pick: (sample: Sample) => number, share: number) =>
    percentile(samples.map(pick), share).toFixed(1);
  const gateway = ({ total, embedder, store }: Sample) => total - embedder - store;
  return [
    isHybrid ? 'hybrid' : 'semantic',
    of((sample) => sample.total, 0.5),
    of((sample) => sample.total, 0.99),
    of((sample) => sample.store, 0.5),
    of((sample) => sample.store, 0.99),
    of((sample) => sample.embedder, 0.5),
    of(gateway, 0.5),
    of(gateway, 0.99),
  ];
}

async function timeToFind(api: ApiClient): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < 30; index += 1) {
    const marker = `freshword${index}xyz`;
    const startedAt = performance.now();
    await ingestTexts(api, namespaceId, [{ name: marker, text: `A short text about ${marker}.` }]);
    for (;;) {
      const { body } = await api.request<{ results: { content: string }[] }>('POST', '/v1/search/hybrid', {
        query: marker,
        namespaceId,
        topK: 3,
        hybridConfig,
      });
      if (body.data.results.some(({ content }) => content.includes(marker))) break;
      await pause(5);
    }
    times.push(performance.now() - startedAt);
  }
  return times;
}

interface Options {
  readonly texts: Texts;
  readonly model: string;
  readonly words: number;
}

async function main({ texts: { documents, queries }, model, words }: Options): Promise<void> {
  const { api, close, usage: readUsage } = await startBenchFleet();
  await createNamespace(api, namespaceId, {
    embeddingModelConfig: { provider: 'LOCAL', model },
    vectorStorageConfig: { provider: 'LANCEDB' },
    fileStorageConfig: { type: 'LOCAL' },
  });
  const startedAt = performance.now();
  await ingestTexts(api, namespaceId, documents, { clients: 4, chunkConfig: chunkConfigOf(words) });
  await waitForSuccess(api, namespaceId, documents.length, 1_000);
  console.log(
    `ingested ${documents.length} documents in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`,
  );
  await pause(settleMs);
  const { body } = await api.request<{ documents: { documentProperties: { embeddingCount: number } }[] }>(
    'POST',
    '/v1/documents',
    { namespaceId, filterConfig: {} },
  );
  const perDocument = body.data.documents[0]?.documentProperties.embeddingCount ?? 0;
  console.log(`about ${perDocument * documents.length} chunks\n`);
  await measure(api, queries.slice(0, 50), false);
  await measure(api, queries.slice(0, 50), true);
  const rows = [
    await measure(api, queries.slice(50, 325), false),
    await measure(api, queries.slice(325, 600), true),
  ];
  printTable(
    [
      'search',
      'p50 ms',
      'p99 ms',
      'store p50',
      'store p99',
      'embedder p50',
      'gateway adds p50',
      'gateway adds p99',
    ],
    rows,
  );
  const fresh = await timeToFind(api);
  console.log(
    `\nfrom accepting a short text to finding it: p50 ${percentile(fresh, 0.5).toFixed(0)} ms, worst ${Math.max(...fresh).toFixed(0)} ms`,
  );
  for (const [name, { peakMemory }] of await readUsage())
    console.log(`peak memory of the process ${name}: ${peakMemory} MB`);
  await close();
}

const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '100000' },
    model: { type: 'string', default: 'static-1024' },
    words: { type: 'string', default: '70' },
    texts: { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (values.help) console.log(usage);
else {
  const [chunks, words] = [Number(values.chunks), Number(values.words)];
  const texts = values.texts
    ? readTexts(values.texts, chunks, words)
    : { documents: [...createDocuments(chunks, seed, words)], queries: createQueries(600, seed) };
  await main({ texts, model: values.model, words });
}
