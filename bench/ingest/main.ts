/** How fast the whole fleet ingests when the embedder is the bottleneck, beside that embedder's own limit and LangChain.js. */
import { parseArgs } from 'node:util';
import { type EmbeddingEmulator, startOpenAiEmulator } from '@docfleet/testing';
import { type BenchFleet, type FleetMode, isFleetMode, startBenchFleet } from '../fleet.ts';
import { createNamespace, ingestTexts, waitForSuccess } from '../ingest-texts.ts';
import { printTable } from '../table.ts';
import { runLangChain } from './langchain.ts';
import { apiKey, latency, model, tokensPerRequest } from './settings.ts';
import { createTexts } from './texts.ts';

const usage = `Usage: npm run bench:ingest [-- OPTION ...]

Ingests DOCUMENTS and ten times as many through a fleet, against an emulated embedder.

  --documents=2000     how many
  --mode=MODE          'processes' or 'one process'; default: both
  --once               leave out ten times as many
  --node-options=TEXT  NODE_OPTIONS of the fleet's processes, as --cpu-prof
`;

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '2000' },
    mode: { type: 'string' },
    once: { type: 'boolean', default: false },
    'node-options': { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});

const environment = { EGRESS_ALLOW_CIDRS: '127.0.0.0/8', NODE_OPTIONS: values['node-options'] };

interface Figures {
  readonly seconds: number;
  readonly tokens: number;
  readonly requests: number;
  /** By process: megabytes at the highest, and processor milliseconds for each document. */
  readonly memory: string;
  readonly processor: string;
}

/** Seconds that the embedder needs for `tokens` tokens, in the fullest requests that it takes. */
const embedderSeconds = (tokens: number) =>
  (Math.ceil(tokens / tokensPerRequest) * latency.requestMs + (tokens * latency.tokenMicroseconds) / 1_000) /
  1_000;

async function ingest(
  { api, usage: readUsage }: BenchFleet,
  embedder: EmbeddingEmulator,
  name: string,
  documents: number,
): Promise<Figures> {
  await createNamespace(api, name, {
    embeddingModelConfig: { provider: 'OPENAI', model, apiKey, baseUrl: `${embedder.url}/v1` },
    vectorStorageConfig: { provider: 'LANCEDB' },
    fileStorageConfig: { type: 'LOCAL' },
  });
  const texts = [...createTexts(documents, documents)];
  const served = { ...embedder.served };
  const before = await readUsage();
  const startedAt = performance.now();
  await ingestTexts(api, name, texts);
  await waitForSuccess(api, name, documents, 200);
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await readUsage();
  const perProcess = (figure: (name: string) => number, digits: number) =>
    [...after.keys()].map((process) => `${process} ${figure(process).toFixed(digits)}`).join(', ');
  const cpuOf = (process: string) =>
    (after.get(process)?.cpuSeconds ?? 0) - (before.get(process)?.cpuSeconds ?? 0);
  return {
    seconds,
    tokens: embedder.served.tokens - served.tokens,
    requests: embedder.served.requests - served.requests,
    memory: perProcess((process) => after.get(process)?.peakMemory ?? 0, 0),
    processor: perProcess((process) => (1_000 * cpuOf(process)) / documents, 1),
  };
}

function row(name: string, documents: number, figures: Figures): (string | number)[] {
  const { seconds, tokens, requests, processor, memory } = figures;
  const limit = embedderSeconds(tokens);
  return [
    name,
    documents,
    seconds.toFixed(1),
    (documents / seconds).toFixed(0),
    requests,
    limit.toFixed(1),
    (limit / seconds).toFixed(2),
    processor,
    memory,
  ];
}

/** One row for `documents`, and one for ten times as many when `sizes` says so. */
async function measure(
  mode: FleetMode,
  embedder: EmbeddingEmulator,
  sizes: readonly number[],
): Promise<{ rows: (string | number)[][]; seconds: number[] }> {
  const fleet = await startBenchFleet(environment, mode);
  try {
    await ingest(fleet, embedder, 'warm-up', 50);
    const rows: (string | number)[][] = [];
    const seconds: number[] = [];
    for (const documents of sizes) {
      const figures = await ingest(fleet, embedder, `of-${documents}`, documents);
      rows.push(row(`docfleet, ${mode}`, documents, figures));
      seconds.push(figures.seconds);
    }
    return { rows, seconds };
  } finally {
    await fleet.close();
  }
}

const columns = [
  'pipeline',
  'documents',
  'seconds',
  'documents/s',
  'requests',
  'embedder alone, s',
  'ratio to it',
  'processor ms a document',
  'peak memory, MB',
];

async function main(documents: number, modes: readonly FleetMode[], sizes: readonly number[]): Promise<void> {
  const embedder = await startOpenAiEmulator({ latency, apiKey });
  const measured = [];
  for (const mode of modes) measured.push({ mode, ...(await measure(mode, embedder, sizes)) });
  const peer = await runLangChain(`${embedder.url}/v1`, [...createTexts(documents, documents)]);
  await embedder.close();
  const blank = ['', '', '', '', ''];
  const rate = (documents / peer.seconds).toFixed(0);
  printTable(columns, [
    ...measured.flatMap(({ rows }) => rows),
    ['LangChain.js', documents, peer.seconds.toFixed(1), rate, ...blank],
  ]);
  for (const { mode, seconds } of measured) {
    const [once = Number.NaN, tenfold = Number.NaN] = seconds;
    console.log(`\n${mode}: docfleet / LangChain.js: ${(peer.seconds / once).toFixed(2)}`);
    console.log(`${mode}: cost of a document at ten times as many: ${(tenfold / (10 * once)).toFixed(2)}`);
  }
}

const documents = Number(values.documents);
const modes: FleetMode[] = isFleetMode(values.mode) ? [values.mode] : ['processes', 'one process'];
if (values.help) console.log(usage);
else await main(documents, modes, values.once ? [documents] : [documents, documents * 10]);
