/** How good searches are, through the API of a running fleet, on LANCEDB and through the emulator of Pinecone. */
import { type ApiClient, startPineconeEmulator } from '@docfleet/testing';
import { startBenchFleet } from '../fleet.ts';
import { createNamespace, ingestTexts, waitForSuccess } from '../ingest-texts.ts';
import { printTable } from '../table.ts';
import { type Dataset, readDataset } from './scifact.ts';

const usage = `Usage: npm run bench:retrieval -- FOLDER [MODEL] [STORE]

FOLDER holds a dataset in the form of BEIR: corpus.jsonl, queries.jsonl, test.tsv. MODEL is one of LOCAL: static-1024 unless
given, or all-minilm-l6-v2. STORE is lancedb or pinecone, both unless given.
`;

interface ApiResponse {
  readonly results: { readonly document: { readonly externalId: string } }[];
}

const modes = [
  { name: 'keyword alone', weights: { semanticWeight: 0, keywordWeight: 1 } },
  { name: 'semantic', weights: undefined },
  { name: 'hybrid 0.3 / 0.7', weights: { semanticWeight: 0.3, keywordWeight: 0.7 } },
  { name: 'hybrid 0.5 / 0.5', weights: { semanticWeight: 0.5, keywordWeight: 0.5 } },
  { name: 'hybrid 0.7 / 0.3', weights: { semanticWeight: 0.7, keywordWeight: 0.3 } },
];

async function rank(
  api: ApiClient,
  namespaceId: string,
  query: string,
  weights: object | undefined,
): Promise<string[]> {
  const path = weights ? '/v1/search/hybrid' : '/v1/search';
  const hybrid = weights ? { hybridConfig: weights } : { searchType: 'SEMANTIC' };
  const { status, body } = await api.request<ApiResponse>('POST', path, {
    query,
    namespaceId,
    topK: 100,
    ...hybrid,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return [...new Set(body.data.results.map(({ document }) => document.externalId))];
}

async function measure(
  api: ApiClient,
  namespaceId: string,
  { queries, relevant }: Dataset,
): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = [];
  for (const { name, weights } of modes) {
    let ndcg = 0;
    let recall = 0;
    for (const { id, text } of queries) {
      const ranking = await rank(api, namespaceId, text, weights);
      const wanted = relevant.get(id) ?? new Map();
      ndcg += ndcgAt10(ranking, wanted) / queries.length;
      recall += recallAt100(ranking, wanted) / queries.length;
    }
    rows.push([namespaceId, name, ndcg.toFixed(4), recall.toFixed(4)]);
  }
  return rows;
}

const dimensionsOf = { 'static-1024': 1_024, 'all-minilm-l6-v2': 384 } as const;

const isModel = (name: string): name is keyof typeof dimensionsOf => Object.hasOwn(dimensionsOf, name);

async function main(
  folder: string,
  model: keyof typeof dimensionsOf,
  only: readonly string[],
): Promise<void> {
  const dataset = readDataset(folder);
  if (!dataset) return console.log(`Skipped: there is no corpus.jsonl in ${folder}.`);
  const pinecone = await startPineconeEmulator({ dimension: dimensionsOf[model] });
  const fleet = await startBenchFleet({ EGRESS_ALLOW_CIDRS: '127.0.0.0/8' });
  const local = { embeddingModelConfig: { provider: 'LOCAL', model }, fileStorageConfig: { type: 'LOCAL' } };
  const stores = {
    lancedb: { provider: 'LANCEDB' },
    pinecone: { provider: 'PINECONE', apiKey: 'test-key', indexHost: pinecone.url },
  };
  const rows: (string | number)[][] = [];
  for (const [name, vectorStorageConfig] of Object.entries(stores)) {
    if (only.length > 0 && !only.includes(name)) continue;
    await createNamespace(fleet.api, name, { ...local, vectorStorageConfig });
    await ingestTexts(fleet.api, name, dataset.documents);
    await waitForSuccess(fleet.api, name, dataset.documents.length, 500);
    rows.push(...(await measure(fleet.api, name, dataset)));
  }
  console.log(`${model}: ${dataset.documents.length} documents, ${dataset.queries.length} queries\n`);
  printTable(['store', 'search', 'nDCG@10', 'Recall@100'], rows);
  await fleet.close();
  await pinecone.close();
}

const [folder, model = 'static-1024', ...names] = process.argv.slice(2);
const only = names.map((name) => name.toLowerCase());
const isStore = (name: string) => ['lancedb', 'pinecone'].includes(name);
if (!folder || folder === '--help' || !isModel(model) || !only.every(isStore)) console.log(usage);
else await main(folder, model, only);

/** Normalized discounted cumulative gain of the first ten: what search engines are compared by. */
function ndcgAt10(ranking: readonly string[], relevant: ReadonlyMap<string, number>): number {
  const gain = (relevances: readonly number[]) =>
    relevances.reduce((sum, relevance, index) => sum + relevance / Math.log2(index + 2), 0);
  const ideal = [...relevant.values()].toSorted((a, b) => b - a).slice(0, 10);
  return gain(ranking.slice(0, 10).map((id) => relevant.get(id) ?? 0)) / gain(ideal);
}

/** Share of the relevant documents among the first hundred. */
function recallAt100(ranking: readonly string[], relevant: ReadonlyMap<string, number>): number {
  const wanted = [...relevant].filter(([, relevance]) => relevance > 0).map(([id]) => id);
  const found = new Set(ranking.slice(0, 100));
  return wanted.filter((id) => found.has(id)).length / wanted.length;
}
