/** How long searches of a vector store take at a size, how many of the best they find, and what it costs to build. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createEgress } from '@docfleet/egress';
import { openEmbedder } from '@docfleet/embedding';
import { searchStore } from '@docfleet/search/search-store';
import { findPython, noQdrantEngine, type QdrantServer, startQdrantServer } from '@docfleet/testing';
import {
  openVectorStore,
  type VectorQuery,
  type VectorRecord,
  type VectorStore,
} from '@docfleet/vector-store';
import { percentile } from '../percentile.ts';
import { readDataset } from '../retrieval/scifact.ts';
import { printTable } from '../table.ts';
import { type Best, createExactScan } from './exact.ts';
import { countTerms, createQueries, createRows, randomVectors, subsets, vectorsOf } from './rows.ts';

const usage = `Usage: npm run bench:stores -- --texts=FOLDER [--store=LANCEDB | --config=JSON] [--rows=100000] [--dimensions=1024 | --model=static-1024]
  [--queries=200] [--topK=14] [--seed=7] [--folder=.docfleet/bench-stores] [--subsets]

Writes rows into a vector store, made of the words of a collection in the form of BEIR and of random vectors around centers (or those of a LOCAL model), then searches, and compares with an
exhaustive scan. What was built stays in the folder (or the store) and is searched again by the next run with the same rows, dimensions and seed. Settings of
the operator, such as LANCEDB_URI, are read from the environment. QDRANT without a config is its engine in Python (DOCFLEET_PYTHON), whose data end with the run. With --subsets it also searches among what filters leave.
`;
const { values: options } = parseArgs({
  options: {
    store: { type: 'string', default: 'LANCEDB' },
    config: { type: 'string' },
    rows: { type: 'string', default: '100000' },
    dimensions: { type: 'string', default: '1024' },
    model: { type: 'string' },
    texts: { type: 'string' },
    queries: { type: 'string', default: '200' },
    topK: { type: 'string', default: '14' },
    seed: { type: 'string', default: '7' },
    folder: { type: 'string', default: '.docfleet/bench-stores' },
    subsets: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const alive = AbortSignal.timeout(86_400_000);
const rowsAtOnce = 2_000;
const maintainEveryMs = 60_000;
const warmUps = 20;
const found = 10;
/** Scores of stores with half precision differ by less. */
const halfPrecision = 1e-4;
const [rows, seed, topK] = [Number(options.rows), Number(options.seed), Number(options.topK)];

type Query = Pick<Required<VectorQuery>, 'vector' | 'keyword'>;

interface Corpus {
  readonly make: (from: number, count: number) => Promise<VectorRecord[]>;
  readonly queries: readonly Query[];
}

async function createCorpus(texts: string): Promise<Corpus> {
  const collection = readDataset(texts, ['train', 'test']);
  if (!collection) throw new Error(`${texts} has no corpus.jsonl`);
  const { model } = options;
  const vectors = () =>
    model
      ? vectorsOf(openEmbedder({ provider: 'LOCAL', model }, { egress }))
      : randomVectors(rows, Number(options.dimensions), seed);
  const statistics = countTerms(await createRows(collection, vectors(), seed)(0, Math.min(rows, 3_000)));
  const questions = collection.queries.map(({ text }) => text);
  const makeVectors = vectors();
  // All are made, as random vectors come one after the other: the rows of a run with fewer queries would be others.
  const queries = await createQueries(questions, makeVectors, statistics);
  return {
    queries: queries.slice(0, Number(options.queries)),
    make: createRows(collection, makeVectors, seed),
  };
}

/** Counts what a search asks a store that brings candidates, by operation. */
function countCalls(store: VectorStore): { store: VectorStore; counts: Map<string, number> } {
  const counts = new Map<string, number>();
  if (!('candidates' in store)) return { store, counts };
  const count = (name: string, by = 1) => counts.set(name, (counts.get(name) ?? 0) + by);
  const { nearest, matching, score, read } = store.candidates;
  const candidates: typeof store.candidates = {
    ...store.candidates,
    nearest(query, signal) {
      count('nearest');
      return nearest(query, signal);
    },
    matching(query, signal) {
      count('matching');
      return matching(query, signal);
    },
    score(keys, parts, signal) {
      count(parts.vector ? 'vectors' : 'words', keys.length);
      return score(keys, parts, signal);
    },
    read(keys, signal) {
      count('texts', keys.length);
      return read(keys, signal);
    },
  };
  return { store: { ...store, candidates }, counts };
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1);

/** Lets a store maintain itself while rows are written, as often as a fleet does. */
function maintainBeside(store: VectorStore) {
  let [last, running] = [performance.now(), Promise.resolve()];
  return {
    tick() {
      if (performance.now() - last < maintainEveryMs) return;
      last = Number.POSITIVE_INFINITY;
      running = store.maintain(alive).then(() => {
        last = performance.now();
      });
    },
    ended: () => running,
  };
}

/** Writes all rows and scans them; what is there already is not written again. */
async function build(store: VectorStore, { make, queries }: Corpus, truthFile: string): Promise<Best> {
  const isThere = (await store.count(alive)) === rows;
  if (isThere && existsSync(truthFile)) return JSON.parse(readFileSync(truthFile, 'utf8'));
  if (!isThere) await store.purge(alive);
  const { best, scan } = createExactScan(queries, topK);
  const maintenance = maintainBeside(store);
  let writing = 0;
  for (let from = 0; from < rows; from += rowsAtOnce) {
    const records = await make(from, Math.min(rowsAtOnce, rows - from));
    for (const [offset, record] of records.entries()) scan(record, from + offset);
    if (isThere) continue;
    const startedAt = performance.now();
    await store.upsert(records, alive);
    writing += performance.now() - startedAt;
    maintenance.tick();
  }
  writeFileSync(truthFile, JSON.stringify(best));
  await maintenance.ended();
  console.log(`written in ${seconds(writing)} s, maintained beside`);
  return best;
}

async function maintain(store: VectorStore): Promise<void> {
  const startedAt = performance.now();
  await store.maintain(alive);
  await store.maintain(alive);
  console.log(`maintained in ${seconds(performance.now() - startedAt)} s`);
}

type Kind = keyof Best;

async function measure(
  opened: VectorStore,
  queries: readonly Query[],
  best: Best,
  kind: Kind,
  subset: number,
) {
  const { name = '', filter } = subsets[subset] ?? {};
  const queryOf = ({ vector, keyword }: Query): VectorQuery => ({
    vector,
    topK,
    ...(filter && { filter }),
    ...(kind === 'hybrid' && { keyword }),
  });
  for (const query of queries.slice(0, warmUps)) await searchStore(opened, queryOf(query), alive);
  const { store, counts } = countCalls(opened);
  const times: number[] = [];
  let [hit, all, error, bounded] = [0, 0, 0, 0];
  for (const [index, query] of queries.entries()) {
    const startedAt = performance.now();
    const { hits, notice } = await searchStore(store, queryOf(query), alive);
    times.push(performance.now() - startedAt);
    if (notice !== undefined) bounded += 1;
    const right = best[kind][subset]?.[index]?.slice(0, found) ?? [];
    const least = right.at(-1)?.score ?? 0;
    all += right.length;
    hit += Math.min(
      right.length,
      hits.slice(0, found).filter(({ score }) => score >= least - halfPrecision).length,
    );
    right.forEach(({ id, score }) => {
      const same = hits.find((one) => one.id === id);
      if (same) error = Math.max(error, Math.abs(same.score - Math.min(1, score)));
    });
  }
  const each = (one: string) => ((counts.get(one) ?? 0) / queries.length).toFixed(2);
  const asked = ['nearest', 'matching', 'words', 'vectors', 'texts'].map(each);
  const ms = [0.5, 0.9, 0.99].map((share) => percentile(times, share).toFixed(1));
  return [kind, name, ...ms, (hit / Math.max(1, all)).toFixed(4), error.toExponential(1), bounded, ...asked];
}

/** A server of Qdrant's engine for this run; undefined where another store is measured. */
async function startEngine(): Promise<QdrantServer | undefined> {
  if (options.config || options.store !== 'QDRANT') return undefined;
  const python = findPython(['qdrant_edge']);
  if (python === undefined) throw new Error(noQdrantEngine);
  return startQdrantServer({ python, remember: 1 });
}

/** Has the engine build its indexes, as a server does by itself. */
async function optimize(engine: QdrantServer): Promise<void> {
  const startedAt = performance.now();
  for (const collection of engine.collections()) await engine.optimize(collection);
  console.log(`optimized in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
}

async function main(texts: string, engine: QdrantServer | undefined): Promise<void> {
  const { folder, model, dimensions } = options;
  mkdirSync(folder, { recursive: true });
  const name = `bench-${rows}-${model ?? dimensions}-${seed}`;
  const settings = { LANCEDB_URI: join(folder, 'lancedb'), ...process.env };
  const local = engine ? { url: engine.url, apiKey: 'test-key' } : {};
  const config = options.config ? JSON.parse(options.config) : { provider: options.store, ...local };
  const store = openVectorStore(config, { namespaceId: name, egress, settings });
  console.log(`${config.provider}, ${rows} rows of ${model ?? dimensions}, seed ${seed}`);
  const corpus = await createCorpus(texts);
  const best = await build(store, corpus, join(folder, `${name}-${corpus.queries.length}-${topK}.json`));
  await maintain(store);
  if (engine) await optimize(engine);
  const among = options.subsets ? [...subsets.keys()] : [0];
  const measured: (string | number)[][] = [];
  for (const kind of ['semantic', 'hybrid'] as const)
    for (const subset of among) measured.push(await measure(store, corpus.queries, best, kind, subset));
  printTable(
    [
      'search',
      'among',
      'p50 ms',
      'p90',
      'p99',
      'recall@10',
      'error',
      'bounded',
      'nearest',
      'matching',
      'words',
      'vectors',
      'texts',
    ],
    measured,
  );
  console.log(`memory: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`);
  await store.close();
}

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
try {
  if (options.help || !options.texts) console.log(usage);
  else {
    const engine = await startEngine();
    await main(options.texts, engine).finally(() => engine?.close());
  }
} finally {
  await egress.close();
}
