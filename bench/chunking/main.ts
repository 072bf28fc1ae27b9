/** How fast documents are cut into chunks, and how well, beside LangChain's splitters. */
import { parseArgs } from 'node:util';
import { countTokens, createChunker } from '@docfleet/chunking';
import { MarkdownTextSplitter, RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
import { countTokens as countWithGptTokenizer } from 'gpt-tokenizer/encoding/cl100k_base';
import { createDocumentWriter } from './documents.ts';

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    size: { type: 'string', default: '1000' },
    overlap: { type: 'string', default: '200' },
    megabytes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '3' },
  },
});

if (values.help) {
  console.log(`Usage: npm run bench:chunking -- [OPTIONS]

Cuts generated prose and Markdown and prints speed (the best of some runs, after one to warm up) and quality.

  --size TOKENS        tokens of a chunk at most (1000)
  --overlap TOKENS     tokens that it repeats at most (200)
  --megabytes NUMBER   size of the smaller documents; the larger have ten times as much (1)
  --seed NUMBER        of the generated documents (1)
  --runs NUMBER        how often each is measured (3)`);
  process.exit(0);
}

const chunkSize = Number(values.size);
const chunkOverlap = Number(values.overlap);
const bytes = Number(values.megabytes) * 1e6;
const piece = 65_536;

type Split = (text: string) => Promise<string[]> | string[];

const docfleet: Split = (text) => {
  const chunker = createChunker({ chunkSize, chunkOverlap });
  const chunks: string[] = [];
  for (let start = 0; start < text.length; start += piece) {
    for (const chunk of chunker.push(text.slice(start, start + piece))) chunks.push(chunk.text);
  }
  for (const chunk of chunker.end()) chunks.push(chunk.text);
  return chunks;
};
const options = { chunkSize, chunkOverlap, lengthFunction: countTokens };
const markdownSplitter = new MarkdownTextSplitter(options);
const recursiveSplitter = new RecursiveCharacterTextSplitter(options);

async function measure(text: string, split: Split) {
  let best = Number.POSITIVE_INFINITY;
  let chunks: string[] = [];
  for (let run = 0; run <= Number(values.runs); run++) {
    // Processor time of this thread: what else runs on the machine does not count.
    const before = process.threadCpuUsage();
    chunks = await split(text);
    const { user, system } = process.threadCpuUsage(before);
    if (run > 0) best = Math.min(best, user + system);
  }
  return { megabytesPerSecond: text.length / best, chunks };
}

function describe(chunks: string[]) {
  const tokens = chunks.map(countTokens).sort((left, right) => left - right);
  return {
    chunks: chunks.length,
    'tokens p50': tokens[tokens.length >> 1],
    'tokens max': tokens.at(-1),
    'over limit': tokens.filter((count) => count > chunkSize).length,
    'cut fences': chunks.filter((chunk) => (chunk.match(/^ {0,3}```/gm)?.length ?? 0) % 2 === 1).length,
    'rows without header': chunks.filter((chunk) => /^\|/m.test(chunk) && !chunk.includes('|------|')).length,
  };
}

const rows: Record<string, unknown>[] = [];
const report = async (document: string, name: string, text: string, split: Split, isBare = false) => {
  const { megabytesPerSecond, chunks } = await measure(text, split);
  rows.push({
    document,
    splitter: name,
    MB: Number((text.length / 1e6).toFixed(1)),
    'MB/s': Number(megabytesPerSecond.toFixed(1)),
    ...(isBare ? {} : describe(chunks)),
  });
};

const writer = createDocumentWriter(Number(values.seed));
for (const document of ['prose', 'markdown'] as const) {
  const small = writer[document](bytes);
  const large = writer[document](10 * bytes);
  await report(document, 'countTokens alone', small, (text) => [String(countTokens(text))], true);
  await report(document, 'gpt-tokenizer alone', small, (text) => [String(countWithGptTokenizer(text))], true);
  await report(document, 'docfleet', small, docfleet);
  await report(document, 'docfleet', large, docfleet);
  await report(document, 'LangChain Markdown', small, (text) => markdownSplitter.splitText(text));
  await report(document, 'LangChain Recursive', small, (text) => recursiveSplitter.splitText(text));
}
console.table(rows);
