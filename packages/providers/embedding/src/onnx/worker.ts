/** Runs one sentence model in a thread of its own: its computations would hold up everything else in the process. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { z } from 'zod';
import { bertConfig, buildBertGraph, graphFile } from './bert-graph.ts';
import { excerptOf, plainText } from './excerpt.ts';
import { readWeights } from './graph.ts';
import { lateInteraction, tokenVectors } from './late-interaction.ts';
import { readArchivedModel } from './packed-model.ts';
import { type WorkerData, type WorkToDo, workerRequest } from './worker-messages.ts';

/** Texts that are computed together, and tokens that they have at most: more gains nothing on few processors. */
const textsAtOnce = 16;
const tokensAtOnce = 512;
/** Tokens that are compared of a text, and of its first line. nDCG@10 on 130 of SciFact's training queries with 64, 96 and all: .8085, .8064, .8006. */
const tokensCompared = 64;
const titleTokens = 16;

const { folder, model, threads } = workerData as WorkerData;
const port = parentPort;
if (!port) throw new Error('This is for a worker thread');

const built = join(folder, graphFile);
const tokenizerFile = join(folder, 'tokenizer.json');

async function writeWhole(path: string, content: Uint8Array | string): Promise<void> {
  const part = `${path}.${randomUUID()}.part`;
  await writeFile(part, content);
  await rename(part, path);
}

/** Makes the graph, and the tokenizer of an archived model, at the first use: once for all processes. */
async function build(): Promise<void> {
  if (existsSync(built)) return;
  const [file = ''] = Object.keys(model.files);
  if (model.archive) {
    const { config, weights, tokenizer } = await readArchivedModel(join(folder, file), model.archive.entry);
    await writeWhole(tokenizerFile, JSON.stringify(tokenizer));
    return writeWhole(built, buildBertGraph(config, weights));
  }
  const config = bertConfig.parse(JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')));
  await writeWhole(built, buildBertGraph(config, await readWeights(join(folder, 'model.safetensors'))));
}

function loadSession(): Promise<InferenceSession> {
  return InferenceSession.create(built, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    // The threads that share a computation wait for each other busily, by default for up to half a second: on processors that others want
    // too, each holds up the one that it waits for. With a load of 20 on two processors a query took 18 ms, with this 2.6.
    extra: { session: { intra_op: { spin_duration_us: '50' } } },
  });
}

const tokenizerJson = z.record(z.string(), z.unknown());

async function loadTokenizer(): Promise<Tokenizer> {
  const json = tokenizerJson.parse(JSON.parse(await readFile(tokenizerFile, 'utf8')));
  return new Tokenizer(json, {});
}

const loaded = build().then(() => Promise.all([loadSession(), loadTokenizer()]));
const reportLife = () => port?.postMessage({ isAlive: true });
// A failure of it ends the thread: the next request is tried in another.
void loaded.then(reportLife);

/** The ids of a text's tokens, its first and last, which stand for the whole, always kept. */
function tokenIds(tokenizer: Tokenizer, text: string): number[] {
  const { ids } = tokenizer.encode(text);
  return ids.length <= model.tokens ? ids : [...ids.slice(0, model.tokens - 1), ids.at(-1) ?? 0];
}

const tensor = (
  rows: readonly (readonly number[])[],
  length: number,
  value: (row: number, at: number) => number,
) => {
  const values = new BigInt64Array(rows.length * length);
  for (let row = 0; row < rows.length; row += 1)
    for (let at = 0; at < length; at += 1) values[row * length + at] = BigInt(value(row, at));
  return new Tensor('int64', values, [rows.length, length]);
};

/** The vector of each text from the vectors of its tokens. */
function pool(hidden: Float32Array, rows: readonly (readonly number[])[], length: number): Float32Array[] {
  const { dimensions, pooling } = model;
  return rows.map((ids, row) => {
    const start = row * length * dimensions;
    const counted = pooling === 'mean' ? ids.length : 1;
    const vector = new Float32Array(dimensions);
    for (let token = 0; token < counted; token += 1)
      for (let index = 0; index < dimensions; index += 1)
        vector[index] =
          (vector[index] as number) + (hidden[start + token * dimensions + index] as number) / counted;
    return vector;
  });
}

/** The vectors of each text's tokens, without the two that stand for its beginning and its end. */
function separate(hidden: Float32Array, rows: readonly (readonly number[])[], length: number) {
  const { dimensions } = model;
  return rows.map((ids, row) =>
    tokenVectors(hidden, {
      start: (row * length + 1) * dimensions,
      count: Math.max(0, ids.length - 2),
      dimensions,
    }),
  );
}

async function compute(
  session: InferenceSession,
  rows: readonly (readonly number[])[],
  read: typeof pool,
): Promise<Float32Array[]> {
  const length = Math.max(...rows.map((ids) => ids.length));
  const { hidden } = await session.run({
    input_ids: tensor(rows, length, (row, at) => rows[row]?.[at] ?? 0),
    token_type_ids: tensor(rows, length, () => 0),
    position_ids: tensor(rows, length, (_, at) => at),
    attention_mask: tensor(rows, length, (row, at) => (at < (rows[row]?.length ?? 0) ? 1 : 0)),
  });
  return read((hidden as Tensor).data as Float32Array, rows, length);
}

/** Shortens each text to the part that best matches the query; its first line, the title, is kept. */
function excerpts(tokenizer: Tokenizer, texts: readonly string[], query: readonly number[]) {
  const words = new Set(query.slice(1, -1));
  return texts.map((text) => {
    const [title = ''] = text.split('\n', 1);
    const kept = Math.min(titleTokens, tokenIds(tokenizer, title).length - 2);
    return excerptOf({ ids: tokenIds(tokenizer, text), kept, query: words, length: tokensCompared });
  });
}

/** Indexes of texts that are computed together: of about one length, as all are filled up to the longest. */
function* batches(rows: readonly (readonly number[])[]): Generator<number[]> {
  const lengths = rows.map((ids) => ids.length);
  const order = [...lengths.keys()].sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0));
  let batch: number[] = [];
  for (const index of order) {
    const full = batch.length === textsAtOnce || (batch.length + 1) * (lengths[index] ?? 0) > tokensAtOnce;
    if (full && batch.length > 0) {
      yield batch;
      batch = [];
    }
    batch.push(index);
  }
  if (batch.length > 0) yield batch;
}

interface Job {
  readonly id: number;
  readonly rows: readonly (readonly number[])[];
  readonly left: number[][];
  readonly vectors: Float32Array[];
  readonly read: typeof pool;
  /** Combines the vectors into the result of the job. */
  readonly result: (vectors: readonly Float32Array[]) => Float32Array<ArrayBuffer>;
}

/** Pending jobs by priority: a search waits for queries and comparisons, whereas a request of documents may take seconds. */
const waiting = { query: [] as Job[], comparison: [] as Job[], document: [] as Job[] };

function concatenate(vectors: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const joined = new Float32Array(vectors.length * model.dimensions);
  vectors.forEach((vector, index) => {
    joined.set(vector, index * model.dimensions);
  });
  return joined;
}

/** Returns the similarity of each text to the query, which is the first text. */
const compareAll = ([query = new Float32Array(), ...texts]: readonly Float32Array[]) =>
  Float32Array.from(texts, (text) => lateInteraction(query, text, model.dimensions));

function drop(id: number): void {
  for (const queue of Object.values(waiting)) {
    const at = queue.findIndex((job) => job.id === id);
    if (at >= 0) queue.splice(at, 1);
  }
}

/** Computes the next batch of a job; true when it was the last. */
async function advance(session: InferenceSession, job: Job): Promise<boolean> {
  const batch = job.left.shift() ?? [];
  const rows = batch.map((index) => job.rows[index] ?? []);
  const vectors = await compute(session, rows, job.read);
  batch.forEach((index, at) => {
    job.vectors[index] = vectors[at] as Float32Array;
  });
  return job.left.length === 0;
}

const reportFailure = (id: number, error: unknown) =>
  port?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });

let working = false;

async function work(): Promise<void> {
  if (working) return;
  working = true;
  const [session] = await loaded;
  for (;;) {
    const job = waiting.query[0] ?? waiting.comparison[0] ?? waiting.document[0];
    if (!job) break;
    try {
      if (!(await advance(session, job))) {
        reportLife();
        continue;
      }
      const values = job.result(job.vectors);
      port?.postMessage({ id: job.id, values }, [values.buffer]);
    } catch (error) {
      // It would fail again, and those behind it would wait for ever.
      reportFailure(job.id, error);
    }
    drop(job.id);
  }
  working = false;
}

type Waiting = Pick<Job, 'rows' | 'left' | 'read' | 'result'>;

function embedding(tokenizer: Tokenizer, texts: readonly string[]): Waiting {
  const rows = texts.map((text) => tokenIds(tokenizer, text));
  return { rows, left: [...batches(rows)], read: pool, result: concatenate };
}

/** The query is computed by itself: among the texts it would be filled up to their length. */
function comparison(tokenizer: Tokenizer, query: string, texts: readonly string[]): Waiting {
  const asked = tokenIds(tokenizer, query);
  const rows = excerpts(tokenizer, texts, asked);
  const left = [[0], ...batches(rows).map((batch) => batch.map((index) => index + 1))];
  return { rows: [asked, ...rows], left, read: separate, result: compareAll };
}

async function accept(request: WorkToDo): Promise<void> {
  const [, tokenizer] = await loaded;
  const { id, texts } = request;
  const isComparison = 'comparedWith' in request;
  const isDocument = isComparison || request.purpose === 'document';
  const { query, document } = model.prefixes;
  const prefix = isDocument ? document : query;
  const read = model.reads === 'plain text' && isDocument ? plainText : (text: string) => text;
  const prefixed = texts.map((text) => prefix + (read(text) || text));
  const job = isComparison
    ? comparison(tokenizer, query + request.comparedWith, prefixed)
    : embedding(tokenizer, prefixed);
  waiting[isComparison ? 'comparison' : request.purpose].push({ id, vectors: [], ...job });
  await work();
}

port.on('message', (message: unknown) => {
  const request = workerRequest.parse(message);
  if ('cancelled' in request) return drop(request.cancelled);
  accept(request).catch((error: unknown) => reportFailure(request.id, error));
});
