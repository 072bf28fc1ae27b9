/** How long a golden set of 500 questions takes to evaluate, through the API of a running fleet on LANCEDB with the LOCAL model. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '@docfleet/testing';
import { startBenchFleet } from '../fleet.ts';
import { createNamespace, ingestTexts, waitForSuccess } from '../ingest-texts.ts';
import { type Dataset, readDataset } from '../retrieval/scifact.ts';
import { printTable } from '../table.ts';

const usage = `Usage: npm run bench:evaluate -- FOLDER

FOLDER holds a dataset in the form of BEIR: corpus.jsonl, queries.jsonl, test.tsv, train.tsv.
`;
const questionCount = 500;
const lookAgainMs = 100;
const namespaceId = 'scifact';

interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}
interface Evaluation {
  readonly id: string;
  readonly status: string;
  readonly metrics: { readonly ndcg: Estimate; readonly recall: Estimate } | null;
}
interface Result {
  readonly question: string;
  readonly ndcg: number;
  readonly ranking: { readonly gain: number }[];
}

async function request<Data>(api: ApiClient, method: string, path: string, json?: object): Promise<Data> {
  const { status, body } = await api.request<Data>(method, path, json);
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body.data;
}

/** nDCG of the gains of a ranking's first ten, as BEIR computes it: gain / log2(rank + 1). */
function ndcgAt10(found: readonly number[], wanted: ReadonlyMap<string, number>): number {
  const dcg = (gains: readonly number[]) =>
    gains.slice(0, 10).reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
  const ideal = dcg([...wanted.values()].toSorted((a, b) => b - a));
  return ideal === 0 ? 0 : dcg(found) / ideal;
}

const base = `/v1/namespaces/${namespaceId}`;

async function writeGoldenSet(api: ApiClient, { queries, relevant }: Dataset): Promise<string> {
  const { goldenSet } = await request<{ goldenSet: { id: string } }>(api, 'POST', `${base}/golden-sets`, {
    name: 'scifact',
  });
  const questions = queries.slice(0, questionCount).map(({ id, text }) => ({
    question: text,
    relevant: [...(relevant.get(id) ?? [])].map(([externalId, grade]) => ({ externalId, grade })),
  }));
  await request(api, 'POST', `${base}/golden-sets/${goldenSet.id}/questions`, { questions });
  return goldenSet.id;
}

async function evaluate(api: ApiClient, goldenSetId: string, config: object) {
  const startedAt = performance.now();
  const started = await request<{ evaluation: Evaluation }>(api, 'POST', `${base}/evaluations`, {
    goldenSetId,
    config,
    seed: 1,
  });
  let { evaluation } = started;
  while (evaluation.status === 'QUEUED' || evaluation.status === 'RUNNING') {
    await sleep(lookAgainMs);
    ({ evaluation } = await request<typeof started>(api, 'GET', `${base}/evaluations/${evaluation.id}`));
  }
  if (evaluation.status !== 'COMPLETED') throw new Error(JSON.stringify(evaluation));
  return { evaluation, seconds: (performance.now() - startedAt) / 1_000 };
}

/** nDCG of the stored rankings by the bench's own formula. */
async function ownNdcg(
  api: ApiClient,
  { queries, relevant }: Dataset,
  evaluationId: string,
): Promise<number> {
  const idOf = new Map(queries.map(({ id, text }) => [text, id]));
  let cursor: string | null = null;
  let sum = 0;
  let count = 0;
  do {
    const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const path = `${base}/evaluations/${evaluationId}/results?pageSize=100${query}`;
    const page: { results: Result[]; nextCursor: string | null } = await request(api, 'GET', path);
    for (const { question, ranking } of page.results) {
      const wanted = relevant.get(idOf.get(question) ?? '') ?? new Map();
      sum += ndcgAt10(
        ranking.map(({ gain }) => gain),
        wanted,
      );
      count += 1;
    }
    cursor = page.nextCursor;
  } while (cursor);
  return sum / count;
}

const shown = ({ value, low, high }: Estimate) =>
  `${value.toFixed(4)} (${low.toFixed(3)} to ${high.toFixed(3)})`;

async function main(folder: string): Promise<void> {
  const dataset = readDataset(folder, ['test', 'train']);
  if (!dataset) return console.log(`Skipped: there is no corpus.jsonl in ${folder}.`);
  const fleet = await startBenchFleet({});
  const { api } = fleet;
  await createNamespace(api, namespaceId, {
    embeddingModelConfig: { provider: 'LOCAL', model: 'all-minilm-l6-v2' },
    vectorStorageConfig: { provider: 'LANCEDB' },
    fileStorageConfig: { type: 'LOCAL' },
  });
  await ingestTexts(api, namespaceId, dataset.documents);
  await waitForSuccess(api, namespaceId, dataset.documents.length, 500);
  const goldenSetId = await writeGoldenSet(api, dataset);
  const semantic = { hybridConfig: { semanticWeight: 1, keywordWeight: 0 } };
  const configs = {
    semantic,
    'semantic, again': semantic,
    'hybrid 0.3 / 0.7': { hybridConfig: { semanticWeight: 0.3, keywordWeight: 0.7 } },
  };
  const rows: (string | number)[][] = [];
  for (const [name, config] of Object.entries(configs)) {
    const { evaluation, seconds } = await evaluate(api, goldenSetId, config);
    if (!evaluation.metrics) throw new Error('A complete evaluation has no metrics');
    const { ndcg, recall } = evaluation.metrics;
    const own = await ownNdcg(api, dataset, evaluation.id);
    rows.push([name, questionCount, seconds.toFixed(1), shown(ndcg), own.toFixed(4), shown(recall)]);
  }
  printTable(['search', 'questions', 'seconds', 'nDCG@10', "by the bench's formula", 'recall@10'], rows);
  await fleet.close();
}

const [folder] = process.argv.slice(2);
if (!folder || folder === '--help') console.log(usage);
else await main(folder);
