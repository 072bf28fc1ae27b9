/**
 * Questions in ten languages: how often one of the first three results answers, where the texts are in the language of the question (among
 * those of all ten), and where they are all in English. MODEL… are those of LOCAL, `static-1024` and `all-minilm-l6-v2` unless given.
 */
import { readFileSync } from 'node:fs';
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
};

interface Found {
  readonly results: { readonly document: { readonly externalId: string } }[];
}

const models = process.argv.slice(2);
const fleet = await startBenchFleet();

async function ingest(name: string, model: string, texts: typeof entries): Promise<void> {
  await createNamespace(fleet.api, name, {
    embeddingModelConfig: { provider: 'LOCAL', model },
    vectorStorageConfig: { provider: 'LANCEDB' },
    fileStorageConfig: { type: 'LOCAL' },
  });
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
  await ingest(`${name}-all`, model, entries);
  await ingest(`${name}-english`, model, english);
  for (const [label, hybridConfig] of Object.entries(searches)) {
    const same = await hits(`${name}-all`, entries, hybridConfig);
    const cross = await hits(`${name}-english`, others, hybridConfig, 'en');
    rows.push([model, label, same.share, cross.share, same.missed]);
  }
}
printTable(['model', 'search', 'same language', 'across', 'missed in the same language'], rows);
await fleet.close();
