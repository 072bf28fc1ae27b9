import { jobsOf, startJobs } from '@docfleet/api/extension';
import { evaluations } from '@docfleet/evaluations';
import { Scope } from '@docfleet/runtime/service';
import { answerExtractively, type ChatCall, eventually } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type AnswersScene, openAnswersScene } from '../answers-scene.ts';

let scene: AnswersScene;
const scope = new Scope();
const base = '/v1/namespaces/docs';

beforeAll(async () => {
  scene = await openAnswersScene();
  const { workerOptions, ...resources } = scene.gateway.context;
  startJobs(scope, jobsOf([evaluations], 'embedder'), {
    ...resources,
    workerOptions: { ...workerOptions, concurrency: 2 },
  });
});
afterAll(async () => {
  await scope.close();
  await scene.close();
});
beforeEach(() => scene.calm());

const post = async (path: string, json: object) =>
  (await scene.gateway.call('POST', `${base}${path}`, { json })).body.data;
const get = async (path: string) => (await scene.gateway.call('GET', `${base}${path}`)).body.data;

const questions = [
  {
    question: 'How many days of paid leave does everyone have?',
    relevant: [{ externalId: 'handbook' }],
    referenceAnswer: 'Everyone has thirty days of paid leave.',
  },
  { question: 'How long does the X-200 battery last?', relevant: [{ externalId: 'batteries' }] },
  { question: 'Which animals live in the zoo of Vienna?', relevant: [{ externalId: 'handbook' }] },
];

async function createSet(name: string, written: readonly object[] = questions): Promise<string> {
  const { goldenSet } = await post('/golden-sets', { name });
  if (written.length > 0) await post(`/golden-sets/${goldenSet.id}/questions`, { questions: written });
  return goldenSet.id;
}

async function evaluate(goldenSetId: string, config: object = { answers: {} }) {
  const { evaluation } = await post('/evaluations', { goldenSetId, config, seed: 1 });
  return eventually(async () => {
    const { evaluation: current } = await get(`/evaluations/${evaluation.id}`);
    expect(current.endedAt).not.toBeNull();
    return current;
  });
}

/** Adds a sentence with a number that no passage has, cited with words that none has. */
const inventing = (call: ChatCall) =>
  `${answerExtractively(call)} It costs 999 euros a day [1: "it costs 999 euros"].`;

test('answers are measured by their verified sentences and by the reference answer, and compared question by question', async () => {
  const goldenSetId = await createSet('answers');
  const faithful = await evaluate(goldenSetId);
  expect(faithful).toMatchObject({
    status: 'COMPLETED',
    metrics: { answers: { faithfulness: { value: 1 }, referenceRecall: { value: 1 } } },
    configuration: { chunkSizes: expect.any(String) },
  });
  expect(faithful.metrics.answers.answered.value).toBeCloseTo(2 / 3, 5);
  scene.respond(inventing);
  const invented = await evaluate(goldenSetId);
  expect(invented.metrics.answers.faithfulness.value).toBeCloseTo(0.5, 5);
  const { results } = await get(`/evaluations/${invented.id}/results`);
  const [leave] = results;
  expect(leave).toMatchObject({ answered: 1, faithfulness: 0.5, referenceRecall: 1 });
  expect(leave.answer.text).not.toContain('999');
  expect(leave.answer.removed[0].text).toContain('999');
  const zoo = results.find(({ question }: { question: string }) => question.includes('zoo'));
  expect(zoo).toMatchObject({ answered: 0, faithfulness: null, referenceRecall: null });
  const comparison = await get(`/evaluations/${invented.id}/comparison?baselineId=${faithful.id}`);
  expect(comparison.answers.faithfulness.value).toBeCloseTo(-0.5, 5);
  expect(comparison.changed).toHaveLength(2);
  const { models } = (await scene.gateway.call('GET', '/v1/usage')).body.data;
  const used = models.find(({ purpose }: { purpose: string }) => purpose === 'EVALUATION');
  // The question that the documents have nothing on is not asked.
  expect(used).toMatchObject({ requests: 4, cost: { currency: 'EUR' } });
  expect(used.cost.total).toBeGreaterThan(0);
});

test('an evaluation whose chat model refuses the key fails and names the setting', async () => {
  scene.fail({ kind: 'status', status: 401, body: { error: { message: 'no', code: 'invalid_api_key' } } });
  const evaluation = await evaluate(await createSet('refused'));
  expect(evaluation).toMatchObject({ status: 'FAILED', error: expect.stringContaining('API key') });
});

test('while keywords are encoded again an evaluation goes on and says so', async () => {
  const { database } = scene.gateway.context;
  const outdated = async (analyzerVersion: number | null) =>
    database.namespace.updateMany({ where: { name: 'docs' }, data: { analyzerVersion } });
  const { analyzerVersion } = await database.namespace.findFirstOrThrow({ where: { name: 'docs' } });
  await outdated(0);
  const hybridConfig = { semanticWeight: 0.5, keywordWeight: 0.5 };
  const evaluation = await evaluate(await createSet('outdated'), { hybridConfig });
  await outdated(analyzerVersion);
  expect(evaluation).toMatchObject({ status: 'COMPLETED', notice: expect.stringContaining('encoded again') });
});

const passageOf = ({ messages }: ChatCall) =>
  /<<<passage \S+\n[^\n]*\n([\s\S]*)\npassage /.exec(messages.at(-1)?.content ?? '')?.[1]?.trim() ?? '';
const asking = (quoteOf: (passage: string) => string) => (call: ChatCall) => {
  const passage = passageOf(call);
  const question = `What is said about ${passage.slice(0, 20)}?`;
  return `\`\`\`json\n${JSON.stringify({ question, answer: 'That.', quote: quoteOf(passage) })}\n\`\`\``;
};

test('the chat model writes candidates about passages; those whose quote occurs are added once, and evaluated when accepted', async () => {
  const id = await createSet('generated', []);
  const path = `/golden-sets/${id}`;
  scene.respond(asking((passage) => passage.split(' ').slice(0, 6).join(' ')));
  const first = await post(`${path}/candidates`, { count: 20 });
  expect(first.created).toBeGreaterThanOrEqual(3);
  expect(first.isCutOff).toBe(false);
  const { questions: written } = await get(`${path}/questions`);
  expect(written[0]).toMatchObject({
    status: 'CANDIDATE',
    referenceAnswer: 'That.',
    relevant: [{ externalId: expect.any(String), quote: expect.any(String) }],
  });
  expect((await get(path)).goldenSet).toMatchObject({ questionCount: 0, candidateCount: first.created });
  await scene.gateway.call('PATCH', `${base}${path}/questions/${written[0].id}`, {
    json: { status: 'ACCEPTED' },
  });
  const again = await post(`${path}/candidates`, { count: 20 });
  expect(again.created + again.rejected).toBe(first.created + first.rejected);
  const { questions: kept } = await get(`${path}/questions?status=ACCEPTED`);
  expect(kept).toHaveLength(1);
  const evaluation = await evaluate(id, {});
  expect(evaluation.metrics.hit.value).toBe(1);
});

test('a quote that the passage does not have, or no JSON, makes no candidate', async () => {
  const id = await createSet('invented', []);
  for (const respond of [asking(() => 'words that no passage has'), () => 'I would rather not.']) {
    scene.respond(respond);
    expect(await post(`/golden-sets/${id}/candidates`, { count: 5 })).toMatchObject({ created: 0 });
  }
  expect((await get(`/golden-sets/${id}`)).goldenSet.candidateCount).toBe(0);
});

test('a limit of spending refuses answers with the time to wait', async () => {
  await scene.gateway.call('PATCH', `${base}`, { json: { spendingLimitConfig: { tokensPerMonth: 1 } } });
  const response = await scene.ask('How long does the X-200 battery last?');
  expect(response).toMatchObject({ status: 429, body: { error: { code: 'SPENDING_LIMIT_REACHED' } } });
  await scene.gateway.call('PATCH', `${base}`, { json: { spendingLimitConfig: { costPerMonth: 5 } } });
  expect((await scene.ask('How long does the X-200 battery last?')).status).toBe(200);
  await scene.gateway.call('PATCH', `${base}`, { json: { spendingLimitConfig: null } });
});
