/** Number of times that answers are right to be NOT_FOUND, and what docfleet adds to the time of search and model. */
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import {
  type ApiClient,
  answerExtractively,
  type ChatCall,
  chatEmulatorKey,
  readPrompt,
  startChatEmulator,
} from '@docfleet/testing';
import { z } from 'zod';
import { startBenchFleet } from '../fleet.ts';
import { createNamespace, ingestTexts, waitForSuccess } from '../ingest-texts.ts';
import { percentile } from '../percentile.ts';
import { printTable } from '../table.ts';
import { foreignQuestions, handbook } from './handbook.ts';

const usage = `Usage: npm run bench:answers [-- --near]

Asks questions that documents answer and questions that they do not, of a model that always answers with the sentence that shares most words with the question:
60 and 60 about a handbook of 20 pages, in its words; 120 everyday questions about the quickstart's documents, 60 that nothing was chosen by, and 80 about anything else. Documents
are embedded with all-minilm-l6-v2. First 30 questions near the subject of eight documents that they do not answer, of a model that answers anyway; with --near those alone. Then asks 300 questions one after the other for the time until the first sentence.
`;
const timedQuestions = 300;
const thresholds = [0, 0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8];

interface Collection {
  readonly name: string;
  readonly namespaceId: string;
  readonly answerable: readonly string[];
  readonly unanswerable: readonly string[];
}

const readQueries = (file: string) =>
  z
    .array(z.object({ query: z.string() }))
    .parse(JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')))
    .map(({ query }) => query);

const ownWords: Collection = {
  name: 'handbook, in its words',
  namespaceId: 'handbook',
  answerable: handbook.flatMap(({ answerable }) => answerable),
  unanswerable: [...handbook.flatMap(({ unanswerable }) => unanswerable), ...foreignQuestions],
};
const otherWords: Collection = {
  name: 'quickstart, everyday questions',
  namespaceId: 'quickstart',
  answerable: readQueries('../everyday/questions.json'),
  unanswerable: [...readQueries('../everyday/handbook-questions.json'), ...foreignQuestions],
};

const heldOut: Collection = {
  ...otherWords,
  name: 'quickstart, held-out questions',
  answerable: readQueries('../everyday/held-out-questions.json'),
  unanswerable: [],
};

const readSet = <Content>(name: string): Content =>
  JSON.parse(
    readFileSync(new URL(`../../packages/extensions/answers/test/${name}.json`, import.meta.url), 'utf8'),
  ) as Content;
/** Documents, and questions near their subject that they do not answer, each with what a model writes that answers anyway. */
const nearDocuments =
  readSet<readonly { name: string; title: string; statements: readonly string[] }[]>('report-set');
const nearQuestions = readSet<readonly (readonly [string, string, number, string])[]>('unanswerable');
const near = 'near';

/** The sentence that is scripted for a question, with a genuine quote; undefined for other questions. */
function answerAnyway(call: ChatCall): string | undefined {
  const { question, passages } = readPrompt(call);
  const scripted = nearQuestions.find(([, asked]) => asked === question);
  if (!scripted) return undefined;
  const [name, , at, sentence] = scripted;
  const quote = nearDocuments.find((one) => one.name === name)?.statements[at] ?? '';
  const passage = passages.find(({ text }) => text.includes(quote));
  return passage ? `${sentence.replace(/\.$/, '')} [${passage.number}: "${quote}"].` : sentence;
}

async function measureNear(api: ApiClient): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const minRelevance of [0, 0.5]) {
    const reached: string[] = [];
    for (const [, question] of nearQuestions) {
      const { status, body } = await api.request<Answer>('POST', '/v1/answer', {
        namespaceId: near,
        question,
        minRelevance,
      });
      if (status !== 200) throw new Error(JSON.stringify(body));
      if (body.data.outcome === 'ANSWERED') reached.push(question);
    }
    rows.push([minRelevance, `${reached.length} of ${nearQuestions.length}`]);
    console.log(reached.join('\n'));
  }
  console.log(
    '\nUnanswerable questions near the subject that reach the reader, of a model that answers anyway\n',
  );
  printTable(['minRelevance', 'reached'], rows);
}

interface Asked {
  readonly question: string;
  readonly isAnswerable: boolean;
  readonly relevance: number;
  readonly isAnswered: boolean;
}

interface Answer {
  readonly outcome: string;
  readonly relevance: number;
}

async function ask(
  api: ApiClient,
  namespaceId: string,
  question: string,
  isAnswerable: boolean,
): Promise<Asked> {
  const { status, body } = await api.request<Answer>('POST', '/v1/answer', {
    namespaceId,
    question,
    minRelevance: 0,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const { outcome, relevance } = body.data;
  return { question, isAnswerable, relevance, isAnswered: outcome === 'ANSWERED' };
}

/** Returns the number of questions have the right outcome at a threshold. */
function rowOf(asked: readonly Asked[], threshold: number): (string | number)[] {
  const right = (isAnswerable: boolean) => {
    const own = asked.filter((one) => one.isAnswerable === isAnswerable);
    const answered = own.filter(({ relevance, isAnswered }) => isAnswered && relevance >= threshold).length;
    return `${isAnswerable ? answered : own.length - answered} of ${own.length}`;
  };
  return [threshold, right(true), right(false)];
}

async function measureOutcomes(
  api: ApiClient,
  { name, namespaceId, answerable, unanswerable }: Collection,
): Promise<void> {
  const asked: Asked[] = [];
  for (const question of answerable) asked.push(await ask(api, namespaceId, question, true));
  for (const question of unanswerable) asked.push(await ask(api, namespaceId, question, false));
  console.log(`\n${name}: right outcomes\n`);
  printTable(
    ['minRelevance', 'answerable', 'unanswerable'],
    thresholds.map((threshold) => rowOf(asked, threshold)),
  );
  const sorted = (isAnswerable: boolean) =>
    asked
      .filter((one) => one.isAnswerable === isAnswerable)
      .toSorted((a, b) => (isAnswerable ? a.relevance - b.relevance : b.relevance - a.relevance))
      .slice(0, 8)
      .map(({ question, relevance, isAnswered }) => [
        relevance.toFixed(2),
        isAnswered ? 'yes' : 'no',
        question,
      ]);
  for (const isAnswerable of [true, false]) {
    console.log(`\n${isAnswerable ? 'Answerable' : 'Unanswerable'}, the hardest\n`);
    printTable(['relevance', 'answered at 0', 'question'], sorted(isAnswerable));
  }
}

/** Milliseconds from the request to the first sentence, without the search; the emulator takes none for its tokens. Undefined where none is shown. */
async function timeFirstSentence({ url, apiKey }: { url: string; apiKey: string }, question: string) {
  const startedAt = performance.now();
  const response = await fetch(`${url}/v1/answer`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ namespaceId: ownWords.namespaceId, question, stream: true }),
  });
  let text = '';
  let firstMs = 0;
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (firstMs === 0 && text.includes('"type":"sentence"')) firstMs = performance.now() - startedAt;
  }
  const done = /data: (\{"type":"done".*)\n/.exec(text)?.[1];
  if (!done) throw new Error(`no answer to ${question}: ${text}`);
  if (firstMs === 0) return;
  const { search } = (JSON.parse(done) as { timings: { search: number } }).timings;
  return firstMs - search;
}

async function measureTime(place: { url: string; apiKey: string }): Promise<void> {
  const questions = handbook.flatMap(({ answerable }) => answerable.slice(0, 2));
  const samples: number[] = [];
  for (let at = 0; samples.length < timedQuestions; at += 1) {
    const firstMs = await timeFirstSentence(place, questions[at % questions.length] ?? '');
    if (firstMs !== undefined) samples.push(firstMs);
  }
  const warm = samples.slice(20);
  console.log('\nMilliseconds that are neither the search nor the model, until the first sentence\n');
  printTable(
    ['questions', 'p50', 'p95', 'p99'],
    [[warm.length, ...[0.5, 0.95, 0.99].map((share) => percentile(warm, share).toFixed(1))]],
  );
}

async function ingestExamples(api: ApiClient, namespaceId: string): Promise<void> {
  const folder = new URL('../../examples/documents/', import.meta.url);
  const names = await readdir(folder);
  for (const name of names) {
    const content = new Uint8Array(await readFile(new URL(name, folder)));
    const { status, body } = await api.upload(
      '/v1/ingest/file',
      { namespaceId, source: 'FILE' },
      { name, content },
    );
    if (status !== 202) throw new Error(JSON.stringify(body));
  }
  await waitForSuccess(api, namespaceId, names.length);
}

if (process.argv.includes('--help')) {
  console.log(usage);
  process.exit(0);
}

const emulator = await startChatEmulator('OPENAI', {
  respond: (call) => answerAnyway(call) ?? answerExtractively(call),
});
const fleet = await startBenchFleet({
  DEFAULT_CHAT_MODEL_CONFIG: JSON.stringify({
    provider: 'OPENAI',
    model: 'extractive',
    apiKey: chatEmulatorKey,
    baseUrl: `${emulator.url}/v1`,
  }),
});
async function measureRest(): Promise<void> {
  const pages = handbook.map(({ name, text }) => ({ name, text }));
  await ingestTexts(fleet.api, ownWords.namespaceId, pages);
  await waitForSuccess(fleet.api, ownWords.namespaceId, pages.length);
  await ingestExamples(fleet.api, otherWords.namespaceId);
  await measureOutcomes(fleet.api, ownWords);
  await measureOutcomes(fleet.api, otherWords);
  await measureOutcomes(fleet.api, heldOut);
  await measureTime(fleet);
}

try {
  for (const namespaceId of [near, ownWords.namespaceId, otherWords.namespaceId])
    await createNamespace(fleet.api, namespaceId, {
      embeddingModelConfig: { provider: 'LOCAL', model: 'all-minilm-l6-v2' },
      vectorStorageConfig: { provider: 'LANCEDB' },
      fileStorageConfig: { type: 'LOCAL' },
    });
  const documents = nearDocuments.map(({ title: name, statements }) => ({
    name,
    text: statements.join(' '),
  }));
  await ingestTexts(fleet.api, near, documents);
  await waitForSuccess(fleet.api, near, documents.length);
  await measureNear(fleet.api);
  if (!process.argv.includes('--near')) await measureRest();
} finally {
  await fleet.close();
  await emulator.close();
}
