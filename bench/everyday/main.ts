/**
 * Everyday questions over the quickstart's documents: how often the right document comes first. Arguments: chunk sizes to compare, such as
 * `256,512`, and `--missed` to name the questions that another document comes first for.
 */
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchWeights } from '@docfleet/embedding/test/fetch-weights';
import type { ApiClient } from '@docfleet/testing';
import { z } from 'zod';
import { startBenchFleet } from '../fleet.ts';
import { createNamespace, waitForSuccess } from '../ingest-texts.ts';
import { printTable } from '../table.ts';

const documents = new URL('../../examples/documents/', import.meta.url).pathname;
const questions = z
  .array(z.object({ query: z.string(), expected: z.array(z.string()).min(1) }))
  .parse(JSON.parse(readFileSync(new URL('questions.json', import.meta.url), 'utf8')));

const searches = {
  semantic: { path: '/v1/search', body: {} },
  'hybrid 0.5 / 0.5': {
    path: '/v1/search/hybrid',
    body: { hybridConfig: { semanticWeight: 0.5, keywordWeight: 0.5 } },
  },
  'hybrid 0.8 / 0.2': {
    path: '/v1/search/hybrid',
    body: { hybridConfig: { semanticWeight: 0.8, keywordWeight: 0.2 } },
  },
} as const;

interface Found {
  readonly results: { readonly document: { readonly name: string }; readonly content: string }[];
}

async function ingestExamples(api: ApiClient, namespaceId: string, chunkSize: number | undefined) {
  const names = (await readdir(documents)).sort();
  for (const name of names) {
    const chunkConfig = chunkSize && JSON.stringify({ chunkSize, chunkOverlap: Math.floor(chunkSize / 5) });
    const fields = { namespaceId, source: 'FILE', ...(chunkConfig && { chunkConfig }) };
    const content = new Uint8Array(await readFile(join(documents, name)));
    const { status, body } = await api.upload('/v1/ingest/file', fields, { name, content });
    if (status !== 202) throw new Error(JSON.stringify(body));
  }
  await waitForSuccess(api, namespaceId, names.length);
}

async function ask(api: ApiClient, namespaceId: string, search: (typeof searches)[keyof typeof searches]) {
  const outcomes = [];
  for (const { query, expected } of questions) {
    const { body } = await api.request<Found>('POST', search.path, {
      query,
      namespaceId,
      topK: 3,
      maxPerDocument: 1,
      ...search.body,
    });
    const names = body.data.results.map(({ document }) => document.name);
    const rank = names.findIndex((name) => expected.includes(name)) + 1;
    outcomes.push({ query, rank, names, texts: body.data.results.map(({ content }) => content) });
  }
  return outcomes;
}

const missed = process.argv.includes('--missed');
const [sizes = ''] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const weights = await fetchWeights();
const models = ['static-1024', ...('directory' in weights ? ['all-minilm-l6-v2'] : [])];
if ('skipped' in weights) console.log(`Skipped: ${weights.skipped}.`);
const fleet = await startBenchFleet({
  MODEL_HUB_URL: '',
  ...('directory' in weights && { MODELS_DIR: weights.directory }),
});
const rows: (string | number)[][] = [];
for (const model of models)
  for (const size of sizes.split(',')) {
    const name = `${model}${size && `-${size}`}`.replaceAll('.', '-');
    await createNamespace(fleet.api, name, {
      embeddingModelConfig: { provider: 'LOCAL', model },
      vectorStorageConfig: { provider: 'LANCEDB' },
      fileStorageConfig: { type: 'LOCAL' },
    });
    await ingestExamples(fleet.api, name, Number(size) || undefined);
    for (const [label, search] of Object.entries(searches)) {
      const outcomes = await ask(fleet.api, name, search);
      const first = outcomes.filter(({ rank }) => rank === 1).length;
      rows.push([name, label, first, outcomes.filter(({ rank }) => rank > 0).length, outcomes.length]);
      if (missed)
        for (const { query, names, rank } of outcomes)
          if (rank !== 1) console.log(`${name} ${label}: ${query} → ${names.join(', ')} (${rank})`);
    }
  }
printTable(['namespace', 'search', 'first', 'in the first three', 'questions'], rows);
await fleet.close();
