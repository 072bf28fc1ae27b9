/**
 * Everyday questions: how often the right document comes first, of the quickstart's documents and, with `--handbook=FOLDER`, of the pages
 * `sect.*.html` of the Debian Administrator's Handbook (package debian-handbook, folder html/en-US). `held-out-questions.json` has questions
 * about the quickstart that nothing may be tuned on: they were put aside before any search for them was made. Other arguments: chunk sizes to
 * compare, such as `256,512`, and `--missed` to name the questions that another document comes first for.
 */
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiClient } from '@docfleet/testing';
import { z } from 'zod';
import { startBenchFleet } from '../fleet.ts';
import { createNamespace, waitForSuccess } from '../ingest-texts.ts';
import { printTable } from '../table.ts';

interface Collection {
  readonly name: string;
  readonly folder: string;
  readonly pattern: RegExp;
  readonly questions: Readonly<
    Record<string, readonly { readonly query: string; readonly expected: readonly string[] }[]>
  >;
}

const readQuestions = (file: string) =>
  z
    .array(z.object({ query: z.string(), expected: z.array(z.string()).min(1) }))
    .parse(JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')));

const examples: Collection = {
  name: 'quickstart',
  folder: new URL('../../examples/documents/', import.meta.url).pathname,
  pattern: /./,
  questions: { known: readQuestions('questions.json'), 'held out': readQuestions('held-out-questions.json') },
};
const handbook = (folder: string): Collection => ({
  name: 'handbook',
  folder,
  pattern: /^sect\..*\.html$/,
  questions: { known: readQuestions('handbook-questions.json') },
});

const searches = {
  'as usual': { path: '/v1/search', body: {} },
  semantic: { path: '/v1/search', body: { searchType: 'SEMANTIC' } },
  'hybrid 0.5 / 0.5': {
    path: '/v1/search/hybrid',
    body: { hybridConfig: { semanticWeight: 0.5, keywordWeight: 0.5 } },
  },
  'hybrid 0.7 / 0.3': {
    path: '/v1/search/hybrid',
    body: { hybridConfig: { semanticWeight: 0.7, keywordWeight: 0.3 } },
  },
  'hybrid 0.8 / 0.2': {
    path: '/v1/search/hybrid',
    body: { hybridConfig: { semanticWeight: 0.8, keywordWeight: 0.2 } },
  },
} as const;

interface Found {
  readonly results: { readonly document: { readonly name: string }; readonly content: string }[];
}

async function ingestFolder(
  api: ApiClient,
  namespaceId: string,
  { folder, pattern }: Collection,
  chunkSize: number | undefined,
) {
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).sort();
  for (const name of names) {
    const chunkConfig = chunkSize && JSON.stringify({ chunkSize, chunkOverlap: Math.floor(chunkSize / 5) });
    const fields = { namespaceId, source: 'FILE', ...(chunkConfig && { chunkConfig }) };
    const content = new Uint8Array(await readFile(join(folder, name)));
    const { status, body } = await api.upload('/v1/ingest/file', fields, { name, content });
    if (status !== 202) throw new Error(JSON.stringify(body));
  }
  await waitForSuccess(api, namespaceId, names.length);
}

async function ask(
  api: ApiClient,
  namespaceId: string,
  questions: Collection['questions'][string],
  search: (typeof searches)[keyof typeof searches],
) {
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
const handbookFolder = process.argv.find((argument) => argument.startsWith('--handbook='))?.slice(11);
const collections = [examples, ...(handbookFolder ? [handbook(handbookFolder)] : [])];
const fleet = await startBenchFleet();
const rows: (string | number)[][] = [];
for (const model of ['static-1024', 'all-minilm-l6-v2'])
  for (const collection of collections)
    for (const size of sizes.split(',')) {
      const name = `${collection.name}-${model}${size && `-${size}`}`;
      await createNamespace(fleet.api, name, {
        embeddingModelConfig: { provider: 'LOCAL', model },
        vectorStorageConfig: { provider: 'LANCEDB' },
        fileStorageConfig: { type: 'LOCAL' },
      });
      await ingestFolder(fleet.api, name, collection, Number(size) || undefined);
      for (const [set, questions] of Object.entries(collection.questions))
        for (const [label, search] of Object.entries(searches)) {
          const outcomes = await ask(fleet.api, name, questions, search);
          const first = outcomes.filter(({ rank }) => rank === 1).length;
          rows.push([
            `${name}, ${set}`,
            label,
            first,
            outcomes.filter(({ rank }) => rank > 0).length,
            outcomes.length,
          ]);
          if (missed)
            for (const { query, names, rank } of outcomes)
              if (rank !== 1) console.log(`${name} ${label}: ${query} → ${names.join(', ')} (${rank})`);
        }
    }
printTable(['namespace and questions', 'search', 'first', 'in the first three', 'questions'], rows);
await fleet.close();
