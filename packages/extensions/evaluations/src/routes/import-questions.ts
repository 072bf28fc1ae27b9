import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { extensionRoute } from '@docfleet/api/context';
import { describeBrokenJson, findUnstorable, formJson, parseJson } from '@docfleet/api/parse-json';
import { type Issue, invalidInput, readWith } from '@docfleet/errors/issues';
import { limits } from '@docfleet/runtime/config';
import { z } from 'zod';
import { findOwnGoldenSet, goldenSetNotFound, goldenSetParams } from '../find-own.ts';
import { type QuestionToWrite, writeQuestions } from '../rows/golden-questions.ts';
import { question } from './questions.ts';

/** Far more than the questions of a set need. */
const maxFileBytes = 10_000_000;
const maxIssues = 20;

/** Content of a line, or the fault in it, by its number. */
function readLine(text: string, number: number): QuestionToWrite | Issue[] {
  const at = (path: string) => (path === '' ? `line ${number}` : `line ${number}.${path}`);
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return [{ path: at(''), message: describeBrokenJson(text) }];
  }
  const unstorable = findUnstorable(value);
  if (unstorable) return [{ ...unstorable, path: at(unstorable.path) }];
  const read = readWith(question, value);
  return 'data' in read ? read.data : read.issues.map(({ path, message }) => ({ path: at(path), message }));
}

/** The questions of a file; throws INVALID_REQUEST that names the lines that are none, of which the whole file is refused. */
async function readFile(path: string): Promise<QuestionToWrite[]> {
  const questions: QuestionToWrite[] = [];
  const issues: Issue[] = [];
  let number = 0;
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    number += 1;
    if (line.trim() === '') continue;
    const read = readLine(number === 1 ? line.replace(/^\uFEFF/, '') : line, number);
    if (Array.isArray(read)) issues.push(...read);
    else questions.push(read);
    if (issues.length >= maxIssues || questions.length > limits.questionsPerGoldenSet) break;
  }
  if (questions.length === 0 && issues.length === 0)
    issues.push({ path: 'file', message: 'has no questions' });
  if (issues.length > 0) throw invalidInput(issues.slice(0, maxIssues), { default: 'INVALID_REQUEST' });
  return questions;
}

export const importQuestionsRoute = extensionRoute({
  method: 'post',
  path: '/v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions/import',
  tags: ['Evaluation'],
  summary: 'Write the questions of a file into a golden set',
  description: `A file of JSON lines, each a question as in the request that writes questions; at most ${limits.questionsPerGoldenSet}. All of them are written, or none.`,
  scope: 'ingest',
  params: goldenSetParams,
  multipart: z
    .strictObject({
      replace: formJson(z.boolean().default(false)).describe(
        '`true`: questions of the set that are not in the file are deleted',
      ),
    })
    .meta({ examples: [{ replace: 'false' }] }),
  fileLimit: () => maxFileBytes,
  response: z.object({ created: z.int(), updated: z.int(), deleted: z.int() }),
  errors: ['NAMESPACE_NOT_FOUND', 'GOLDEN_SET_NOT_FOUND', 'ORGANIZATION_LIMIT_REACHED', 'INVALID_REQUEST'],

  async handle({ form, file, ...input }, context) {
    const { id } = await findOwnGoldenSet(context, input);
    const data = await writeQuestions(context.database, id, await readFile(file.path), form.replace);
    if (!data) throw goldenSetNotFound();
    return { message: 'The questions were written', data };
  },
});
