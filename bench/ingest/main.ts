/** How fast the whole fleet ingests when the embedder is the bottleneck, beside that embedder's own limit and LangChain.js. */
import { startOpenAiEmulator } from '@docfleet/testing';
import { createNamespace, ingestTexts, startBenchFleet, waitForSuccess } from '../fleet.ts';
import { printTable } from '../table.ts';
import { runLangChain } from './langchain.ts';
import { apiKey, latency, model, tokensPerRequest } from './settings.ts';
import { createTexts } from './texts.ts';

const usage = `Usage: npm run bench:ingest [-- DOCUMENTS]

Ingests DOCUMENTS (2,000) and ten times as many through a fleet, against an emulated embedder.
`;

interface Figures {
  readonly seconds: number;
  readonly tokens: number;
  readonly requests: number;
}

/** Seconds that the embedder needs for so many tokens, in the fullest requests that it takes. */
const embedderSeconds = (tokens: number) =>
  (Math.ceil(tokens / tokensPerRequest) * latency.requestMs + (tokens * latency.tokenMicroseconds) / 1_000) /
  1_000;

async function main(documents: number): Promise<void> {
  const embedder = await startOpenAiEmulator({ latency, apiKey });
  const fleet = await startBenchFleet({ EGRESS_ALLOW_CIDRS: '127.0.0.0/8' });
  const embeddingModelConfig = { provider: 'OPENAI', model, apiKey, baseUrl: `${embedder.url}/v1` };
  const stores = { vectorStorageConfig: { provider: 'LANCEDB' }, fileStorageConfig: { type: 'LOCAL' } };

  async function ingest(name: string, size: number): Promise<Figures> {
    await createNamespace(fleet.api, name, { embeddingModelConfig, ...stores });
    const texts = [...createTexts(size, size)];
    const before = { ...embedder.served };
    const startedAt = performance.now();
    await ingestTexts(fleet.api, name, texts);
    await waitForSuccess(fleet.api, name, size, 200);
    const seconds = (performance.now() - startedAt) / 1_000;
    const { tokens, requests } = embedder.served;
    return { seconds, tokens: tokens - before.tokens, requests: requests - before.requests };
  }

  await ingest('warm-up', 50);
  const once = await ingest('once', documents);
  const tenfold = await ingest('tenfold', documents * 10);
  const memory = await fleet.peakMemory();
  await fleet.close();
  const peerTexts = [...createTexts(documents, documents)];
  const peer = await runLangChain(`${embedder.url}/v1`, peerTexts);
  await embedder.close();

  const row = (name: string, size: number, { seconds, tokens: spent, requests: sent }: Figures) => {
    const limit = embedderSeconds(spent);
    return [
      name,
      size,
      seconds.toFixed(1),
      (size / seconds).toFixed(0),
      spent,
      sent,
      limit.toFixed(1),
      (limit / seconds).toFixed(2),
    ];
  };
  printTable(
    [
      'pipeline',
      'documents',
      'seconds',
      'documents/s',
      'tokens',
      'requests',
      'embedder alone, s',
      'ratio to it',
    ],
    [
      row('docfleet', documents, once),
      row('docfleet', documents * 10, tenfold),
      [
        'LangChain.js',
        documents,
        peer.seconds.toFixed(1),
        (documents / peer.seconds).toFixed(0),
        '',
        '',
        '',
        '',
      ],
    ],
  );
  console.log(`\ndocfleet / LangChain.js: ${(peer.seconds / once.seconds).toFixed(2)}`);
  console.log(
    `cost of a document at ten times as many: ${(tenfold.seconds / (10 * once.seconds)).toFixed(2)}`,
  );
  console.log(`peak memory of the fleet's one process: ${memory} MB`);
}

const [documents = '2000'] = process.argv.slice(2);
if (documents === '--help') console.log(usage);
else await main(Number(documents));
