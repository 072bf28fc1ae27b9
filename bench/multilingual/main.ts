/**
 * German and French questions about the quickstart's English documents: whether the right document is first, and in the first three. They
 * are translations of held-out everyday questions. Then how many of 310 short queries in 31 languages have the notice that an English model does
 * not read them, and how many English questions have it falsely. Then questions in ten languages: how often one of the first three results answers, where the texts are in the language of the question (among
 * those of all ten), and where they are all in English. MODEL… are those of LOCAL, `static-1024` and `all-minilm-l6-v2` unless given;
 * MODELS_DIR has those that would be fetched.
 */
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { startBenchFleet } from '../fleet.ts';
import { createNamespace, ingestTexts, waitForSuccess } from '../ingest-texts.ts';
import { printTable } from '../table.ts';

const probe = z
  .record(z.string(), z.record(z.string(), z.tuple([z.string(), z.string()])))
  .parse(JSON.parse(readFileSync(new URL('probe.json', import.meta.url), 'utf8')));
const entries = Object.entries(probe).flatMap(([language, topics]) =>
  Object.entries(topics).map(([topic, [text, question]]) => ({ language, topic, text, question })),
);
const searches = {
  'keyword alone': { semanticWeight: 0, keywordWeight: 1 },
  'hybrid 0.5 / 0.5': { semanticWeight: 0.5, keywordWeight: 0.5 },
  'hybrid 0.8 / 0.2': { semanticWeight: 0.8, keywordWeight: 0.2 },
  'meaning alone': { semanticWeight: 1, keywordWeight: 0 },
};

const shortQueries = z
  .record(z.string(), z.array(z.string()))
  .parse(JSON.parse(readFileSync(new URL('short-queries.json', import.meta.url), 'utf8')));
const everyday = z
  .array(z.object({ query: z.string(), expected: z.array(z.string()) }))
  .parse(JSON.parse(readFileSync(new URL('../everyday/questions.json', import.meta.url), 'utf8')));

interface Found {
  readonly results: { readonly document: { readonly externalId: string; readonly name: string } }[];
  readonly notices?: readonly string[];
}

const aboutEnglish = z
  .array(z.object({ language: z.string(), query: z.string(), expected: z.array(z.string()).min(1) }))
  .parse(JSON.parse(readFileSync(new URL('english-documents.json', import.meta.url), 'utf8')));
const isForeign = (name: string) => ['arbeitszeit-hamburg.md', 'guide-installation-lf40.md'].includes(name);

const models = process.argv.slice(2);
const { MODELS_DIR } = process.env;
const fleet = await startBenchFleet(MODELS_DIR ? { MODELS_DIR } : {});

const create = (name: string, model: string) =>
  createNamespace(fleet.api, name, {
    embeddingModelConfig: { provider: 'LOCAL', model },
    vectorStorageConfig: { provider: 'LANCEDB' },
    fileStorageConfig: { type: 'LOCAL' },
  });

async function ingestExamples(namespaceId: string, model: string): Promise<void> {
  const folder = new URL('../../examples/documents/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => !isForeign(name));
  await create(namespaceId, model);
  for (const name of names) {
    const file = { name, content: new Uint8Array(await readFile(new URL(name, folder))) };
    const { status, body } = await fleet.api.upload('/v1/ingest/file', { namespaceId, source: 'FILE' }, file);
    if (status !== 202) throw new Error(JSON.stringify(body));
  }
  await waitForSuccess(fleet.api, namespaceId, names.length);
}

/** Returns the number of times that the right document is first, and in the first three, of the questions in a language. */
async function findDocuments(namespaceId: string, language: string, hybridConfig: object): Promise<string> {
  const ranks: number[] = [];
  for (const { query, expected } of aboutEnglish.filter((one) => one.language === language)) {
    const body = { query, namespaceId, topK: 3, maxPerDocument: 1, hybridConfig };
    const { results } = (await fleet.api.request<Found>('POST', '/v1/search/hybrid', body)).body.data;
    ranks.push(results.findIndex(({ document }) => expected.includes(document.name)));
  }
  return `${ranks.filter((rank) => rank === 0).length}, ${ranks.filter((rank) => rank >= 0).length} of ${ranks.length}`;
}

/** How many of some queries have the notice that the model does not read their language. */
async function countNotices(namespaceId: string, queries: readonly string[]): Promise<number> {
  let count = 0;
  for (const query of queries) {
    const response = await fleet.api.request<Found>('POST', '/v1/search', { query, namespaceId, topK: 1 });
    if (response.body.data.notices?.some((notice) => notice.includes('multilingual model'))) count += 1;
  }
  return count;
}

/** Prints the notices of every other short query, by which the rule was made, of the others, and of English everyday questions. */
async function printNotices(namespaceId: string): Promise<void> {
  const halves = [0, 1].map((half) =>
    Object.values(shortQueries).flatMap((queries) => queries.filter((_, index) => index % 2 === half)),
  );
  const english = everyday.filter(({ expected }) => !expected.every(isForeign)).map(({ query }) => query);
  for (const [label, queries] of [
    ['made by', halves[0] ?? []],
    ['kept apart', halves[1] ?? []],
    ['English', english],
  ] as const)
    console.log(
      `${namespaceId}, notices, ${label}: ${await countNotices(namespaceId, queries)} of ${queries.length}`,
    );
}

async function ingest(name: string, model: string, texts: typeof entries): Promise<void> {
  await create(name, model);
  // Names that say nothing of the text.
  const documents = texts.map(({ language, topic, text }, index) => ({
    name: String(index),
    externalId: `${language} ${topic}`,
    text,
  }));
  await ingestTexts(fleet.api, name, documents);
  await waitForSuccess(fleet.api, name, documents.length);
}

async function hits(namespaceId: string, questions: typeof entries, hybridConfig: object, answerIn?: string) {
  const missed: string[] = [];
  for (const { language, topic, question } of questions) {
    const body = { query: question, namespaceId, topK: 3, hybridConfig };
    const response = await fleet.api.request<Found>('POST', '/v1/search/hybrid', body);
    const found = response.body.data.results.map(({ document }) => document.externalId);
    if (!found.includes(`${answerIn ?? language} ${topic}`)) missed.push(`${language} ${topic}`);
  }
  const share = (questions.length - missed.length) / questions.length;
  return { share: share.toFixed(2), missed: missed.join(', ') };
}

const rows: string[][] = [];
const english = entries.filter(({ language }) => language === 'en');
const others = entries.filter(({ language }) => language !== 'en');
for (const model of models.length > 0 ? models : ['static-1024', 'all-minilm-l6-v2']) {
  const name = model.replaceAll('.', '-');
  await ingestExamples(`${name}-examples`, model);
  await printNotices(`${name}-examples`);
  await ingest(`${name}-all`, model, entries);
  await ingest(`${name}-english`, model, english);
  for (const [label, hybridConfig] of Object.entries(searches)) {
    const same = await hits(`${name}-all`, entries, hybridConfig);
    const cross = await hits(`${name}-english`, others, hybridConfig, 'en');
    const [german, french] = [
      await findDocuments(`${name}-examples`, 'de', hybridConfig),
      await findDocuments(`${name}-examples`, 'fr', hybridConfig),
    ];
    rows.push([model, label, german, french, same.share, cross.share, same.missed]);
  }
}
printTable(
  [
    'model',
    'search',
    'German: first, in three',
    'French',
    'same language',
    'across',
    'missed in the same language',
  ],
  rows,
);
await fleet.close();
