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
import { readWeights } from './safetensors.ts';
import { type WorkerData, type WorkerRequest, workerRequest } from './worker-messages.ts';

/** Texts that are computed together, and tokens that they have at most: more gains nothing on few processors. */
const textsAtOnce = 16;
const tokensAtOnce = 2_048;

const { folder, model, threads } = workerData as WorkerData;
const port = parentPort;
if (!port) throw new Error('This is for a worker thread');

async function loadSession(): Promise<InferenceSession> {
  const built = join(folder, graphFile);
  if (!existsSync(built)) {
    const config = bertConfig.parse(JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')));
    const graph = buildBertGraph(config, await readWeights(join(folder, 'model.safetensors')));
    const part = `${built}.${randomUUID()}.part`;
    await writeFile(part, graph);
    await rename(part, built);
  }
  return InferenceSession.create(built, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
  });
}

const tokenizerJson = z.record(z.string(), z.unknown());

async function loadTokenizer(): Promise<Tokenizer> {
  const json = tokenizerJson.parse(JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8')));
  return new Tokenizer(json, {});
}

const loaded = Promise.all([loadSession(), loadTokenizer()]);

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

async function compute(
  session: InferenceSession,
  rows: readonly (readonly number[])[],
): Promise<Float32Array[]> {
  const length = Math.max(...rows.map((ids) => ids.length));
  const { hidden } = await session.run({
    input_ids: tensor(rows, length, (row, at) => rows[row]?.[at] ?? 0),
    token_type_ids: tensor(rows, length, () => 0),
    position_ids: tensor(rows, length, (_, at) => at),
    attention_mask: tensor(rows, length, (row, at) => (at < (rows[row]?.length ?? 0) ? 1 : 0)),
  });
  return pool((hidden as Tensor).data as Float32Array, rows, length);
}

/** Indexes of texts that are computed together: of about one length, as all are filled up to the longest. */
function* batches(lengths: readonly number[]): Generator<number[]> {
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

/** What waits; queries go before documents, of which a request may take seconds. */
const waiting: { readonly query: Job[]; readonly document: Job[] } = { query: [], document: [] };

interface Job {
  readonly id: number;
  readonly rows: readonly (readonly number[])[];
  readonly left: number[][];
  readonly vectors: Float32Array[];
}

function finish({ id, vectors }: Job): void {
  const joined = new Float32Array(vectors.length * model.dimensions);
  vectors.forEach((vector, index) => {
    joined.set(vector, index * model.dimensions);
  });
  port?.postMessage({ id, vectors: joined }, [joined.buffer]);
}

let working = false;

async function work(): Promise<void> {
  if (working) return;
  working = true;
  const [session] = await loaded;
  for (;;) {
    const job = waiting.query[0] ?? waiting.document[0];
    if (!job) break;
    const batch = job.left.shift() ?? [];
    const vectors = await compute(
      session,
      batch.map((index) => job.rows[index] ?? []),
    );
    batch.forEach((index, at) => {
      job.vectors[index] = vectors[at] as Float32Array;
    });
    if (job.left.length > 0) continue;
    for (const queue of Object.values(waiting)) if (queue[0] === job) queue.shift();
    finish(job);
  }
  working = false;
}

async function accept({ id, texts, purpose }: WorkerRequest): Promise<void> {
  const [, tokenizer] = await loaded;
  const rows = texts.map((text) => tokenIds(tokenizer, model.prefixes[purpose] + text));
  waiting[purpose].push({ id, rows, left: [...batches(rows.map((ids) => ids.length))], vectors: [] });
  await work();
}

port.on('message', (message: unknown) => {
  const request = workerRequest.parse(message);
  accept(request).catch((error: unknown) => {
    port.postMessage({ id: request.id, error: error instanceof Error ? error.message : String(error) });
  });
});
