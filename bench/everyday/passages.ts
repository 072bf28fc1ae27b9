/**
 * Passages: how often the passage that answers comes first, and in the first three, over manual pages, manuals as text, tables, mails and policies.
 * Usage: passages.ts FOLDER [MODEL…]: manuals are fetched into FOLDER from Debian's packages. Every other question is kept from all choices of
 * numbers; `--missed` names the questions of the first half that another passage comes first for, `--rerank` puts the results in order
 * by the LOCAL reranker as well.
 *
 * The questions, and the texts of `passages/`, were written before any search for them.
 */
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { startBenchFleet } from '../fleet.ts';
import { createNamespace, waitForSuccess } from '../ingest-texts.ts';
import { printTable } from '../table.ts';
import { fetchManuals } from './manuals.ts';

const questions = z
  .array(z.object({ query: z.string(), document: z.string(), passages: z.array(z.string()).min(1) }))
  .parse(JSON.parse(readFileSync(new URL('passages.json', import.meta.url), 'utf8')));
type Question = (typeof questions)[number];

interface Found {
  readonly results: { readonly document: { readonly name: string }; readonly content: string }[];
}

/** A text without marks, borders and the ends of its lines. */
const normal = (text: string): string =>
  text
    .replaceAll(/‐\s*/g, '')
    .replaceAll(/[*_`|│\\]/g, ' ')
    .replaceAll(/\s+/g, ' ');

/** Whether a text has a passage that answers; an ellipsis parts what may lie apart: a table's header and a row. */
const answers = (content: string, { passages }: Question): boolean =>
  passages.some((passage) => passage.split(' … ').every((part) => normal(content).includes(normal(part))));

const rankOf = (found: Found['results'], question: Question): number =>
  found.findIndex(
    ({ document, content }) => document.name === question.document && answers(content, question),
  ) + 1;

const [folder, ...given] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
if (!folder) throw new Error('Usage: passages.ts FOLDER [MODEL…]');
const models = given.length > 0 ? given : ['static-1024', 'all-minilm-l6-v2'];
const missed = process.argv.includes('--missed');
const rerank = process.argv.includes('--rerank');

const filesOf = async (path: string) => (await readdir(path)).sort().map((name) => join(path, name));
const files = [
  ...(await fetchManuals(folder)),
  ...(await filesOf(new URL('../../examples/documents/', import.meta.url).pathname)),
  ...(await filesOf(new URL('passages/', import.meta.url).pathname)),
];
const fleet = await startBenchFleet();

async function ingest(namespaceId: string, model: string): Promise<void> {
  await createNamespace(fleet.api, namespaceId, {
    embeddingModelConfig: { provider: 'LOCAL', model },
    vectorStorageConfig: { provider: 'LANCEDB' },
    fileStorageConfig: { type: 'LOCAL' },
    ...(rerank && { rerankConfig: { provider: 'LOCAL' } }),
  });
  for (const path of files) {
    const file = { name: basename(path), content: new Uint8Array(await readFile(path)) };
    const { status, body } = await fleet.api.upload('/v1/ingest/file', { namespaceId, source: 'FILE' }, file);
    if (status !== 202) throw new Error(JSON.stringify(body));
  }
  await waitForSuccess(fleet.api, namespaceId, files.length);
}

async function ask(namespaceId: string, question: Question, request: object) {
  const body = { query: question.query, namespaceId, topK: 3, ...request };
  const response = await fleet.api.request<Found>('POST', '/v1/search', body);
  const { results } = response.body.data;
  return { question, results, rank: rankOf(results, question) };
}

function showMissed(outcomes: readonly Awaited<ReturnType<typeof ask>>[]): void {
  for (const { question, results, rank } of outcomes)
    if (rank !== 1) {
      console.log(`(${rank}) ${question.query} → ${question.document}: ${question.passages[0]}`);
      for (const { document, content } of results)
        console.log(`      ${document.name} (${content.length}): ${normal(content).slice(0, 160)}`);
    }
}

const rows: (string | number)[][] = [];
for (const model of models) {
  await ingest(model, model);
  for (const [label, request] of [
    ['as usual', {}] as const,
    ['neighbors merged', { neighbors: 'merge' }] as const,
    ...(rerank
      ? [
          ['reranked', { rerank: {} }] as const,
          ['reranked and merged', { rerank: {}, neighbors: 'merge' }] as const,
        ]
      : []),
  ]) {
    const outcomes: Awaited<ReturnType<typeof ask>>[] = [];
    for (const question of questions) outcomes.push(await ask(model, question, request));
    const halves = [0, 1].map((half) => outcomes.filter((_, index) => index % 2 === half));
    for (const [index, half] of halves.entries()) {
      const first = half.filter(({ rank }) => rank === 1).length;
      const inThree = half.filter(({ rank }) => rank > 0).length;
      const documents = half.filter(
        ({ question, results }) => results[0]?.document.name === question.document,
      ).length;
      rows.push([
        model,
        label,
        ['built on', 'kept apart'][index] ?? '',
        first,
        inThree,
        documents,
        half.length,
      ]);
    }
    if (missed) showMissed(halves[0] ?? []);
  }
}
printTable(
  ['model', 'search', 'questions', 'passage first', 'in three', 'document first', 'questions'],
  rows,
);
await fleet.close();
