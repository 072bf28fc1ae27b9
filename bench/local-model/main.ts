/** How fast the sentence model that docfleet contains embeds chunks and queries, and compares passages with a query. */
import { createChunker } from '@docfleet/chunking';
import { localModels, openSentenceModel } from '@docfleet/embedding/onnx';
import { percentile } from '../percentile.ts';
import { createDocuments, createQueries } from '../search/texts.ts';
import { printTable } from '../table.ts';

const chunkTokens = 256;
const chunksEmbedded = 320;
const chunksAtOnce = 32;
const queriesAsked = 60;
const passages = 20;
const seed = 7;

const [model] = localModels;
const sentences = openSentenceModel(model, { directory: '', hubUrl: undefined, fetch });

/** Chunks of nearly 256 tokens. */
function makeChunks(count: number): string[] {
  const chunker = createChunker({ chunkSize: chunkTokens, chunkOverlap: 0 });
  const chunks: string[] = [];
  for (const { text } of createDocuments(10_000, seed)) {
    const prose = text.replaceAll(/^#.*$/gm, '').replaceAll(/\s+/g, ' ');
    chunks.push(...chunker.push(prose).flatMap(({ text: cut, tokens }) => (tokens > 230 ? [cut] : [])));
    if (chunks.length >= count) break;
  }
  if (chunks.length < count) throw new Error(`Only ${chunks.length} chunks`);
  return chunks.slice(0, count);
}

async function timeEach(texts: readonly string[], work: (text: string) => Promise<unknown>) {
  const times: number[] = [];
  for (const text of texts) {
    const startedAt = performance.now();
    await work(text);
    times.push(performance.now() - startedAt);
  }
  return [0.5, 0.99].map((share) => percentile(times, share).toFixed(1));
}

const chunks = makeChunks(chunksEmbedded);
const queries = createQueries(queriesAsked, seed);
await sentences.embed(chunks.slice(0, chunksAtOnce), 'document');

const startedAt = performance.now();
for (let from = 0; from < chunks.length; from += chunksAtOnce)
  await sentences.embed(chunks.slice(from, from + chunksAtOnce), 'document');
const seconds = (performance.now() - startedAt) / 1_000;
const alive = AbortSignal.timeout(600_000);
printTable(
  ['work', 'p50 ms', 'p99 ms', 'a second'],
  [
    [`chunks of ${chunkTokens} tokens`, '', '', (chunks.length / seconds).toFixed(1)],
    ['a query', ...(await timeEach(queries, (query) => sentences.embed([query], 'query'))), ''],
    [
      `${passages} passages of ${chunkTokens} tokens compared`,
      ...(await timeEach(queries.slice(0, 20), (query) =>
        sentences.compare(query, chunks.slice(0, passages), alive),
      )),
      '',
    ],
  ],
);
