import { jobsOf, startJobs } from '@docfleet/api/extension';
import { AppError } from '@docfleet/errors';
import { evaluations } from '@docfleet/evaluations';
import { findEvaluation, startEvaluation } from '@docfleet/evaluations/rows/evaluations';
import { runEvaluationHandler } from '@docfleet/evaluations/run-evaluation';
import { Scope } from '@docfleet/runtime/service';
import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { embedDocument } from '../embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../start-test-gateway.ts';

let gateway: TestGateway;
const scope = new Scope();
const base = '/v1/namespaces/docs';
const texts = {
  leave: ['Everyone has thirty days of paid leave a year.', 'Sick leave needs a note from a doctor.'],
  servers: ['The server answers ERR_TLS_CERT_ALTNAME_INVALID when its certificate is old.'],
  lunch: ['The canteen serves lunch from noon.'],
} as const;

async function ingest(name: string, passages: readonly string[], tenantId?: string) {
  const ingestConfig = { source: 'TEXT', config: { name, text: passages.join('\n'), externalId: name } };
  const json = { namespaceId: 'docs', ingestConfig };
  const { body } = await gateway.call('POST', '/v1/ingest/text', { json, ...(tenantId && { tenantId }) });
  await embedDocument(gateway, 'docs', body.data.documents[0].id, [...passages]);
}

beforeAll(async () => {
  gateway = await startTestGateway();
  const { workerOptions, ...resources } = gateway.context;
  startJobs(scope, jobsOf([evaluations], 'embedder'), {
    ...resources,
    workerOptions: { ...workerOptions, concurrency: 2 },
  });
  await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name: 'docs', ...localConfigs } });
  for (const [name, passages] of Object.entries(texts)) await ingest(name, passages);
});
afterAll(async () => {
  await scope.close();
  await gateway.close();
});

const questions = [
  { question: 'How many days of paid leave do I have?', relevant: [{ externalId: 'leave' }] },
  { question: 'When is lunch served?', relevant: [{ externalId: 'lunch' }] },
  {
    question: 'Who writes the note for sick leave?',
    relevant: [{ externalId: 'leave', quote: 'Sick leave needs a note from a doctor.' }],
  },
  { question: 'What is the certificate error?', relevant: [{ externalId: 'no-such-document' }] },
];

async function createSet(
  name: string,
  written: readonly object[] = questions,
  options = {},
): Promise<string> {
  const { body } = await gateway.call('POST', `${base}/golden-sets`, { json: { name }, ...options });
  const { id } = body.data.goldenSet;
  await gateway.call('POST', `${base}/golden-sets/${id}/questions`, {
    json: { questions: written },
    ...options,
  });
  return id;
}

async function evaluate(goldenSetId: string, rest: object = {}) {
  const { body } = await gateway.call('POST', `${base}/evaluations`, {
    json: { goldenSetId, seed: 1, ...rest },
  });
  const { id } = body.data.evaluation;
  return eventually(async () => {
    const evaluation = (await gateway.call('GET', `${base}/evaluations/${id}`)).body.data.evaluation;
    expect(evaluation.endedAt).not.toBeNull();
    return evaluation;
  });
}

const pathOf = (id: string) => `${base}/evaluations/${id}`;

test('an evaluation searches the questions of its set as callers do, and reports metrics with intervals and stale targets', async () => {
  const evaluation = await evaluate(await createSet('metrics'), { config: { topK: 3 } });
  expect(evaluation).toMatchObject({
    status: 'COMPLETED',
    questionCount: 4,
    searchedCount: 4,
    error: null,
    embeddingModel: { provider: 'LOCAL', model: 'static-1024' },
    config: { topK: 3, scoreThreshold: 0, hybridConfig: { semanticWeight: 0.5, keywordWeight: 0.5 } },
  });
  const { metrics } = evaluation;
  expect(metrics.missingTargets).toBe(1);
  expect(metrics.hit.value).toBe(0.75);
  expect(metrics.ndcg.low).toBeLessThanOrEqual(metrics.ndcg.value);
  expect(metrics.ndcg.high).toBeGreaterThan(metrics.ndcg.low);
  const { results } = (await gateway.call('GET', `${pathOf(evaluation.id)}/results`)).body.data;
  for (const { question, ranking } of results) {
    const json = {
      namespaceId: 'docs',
      query: question,
      topK: 10,
      ...(ranking.length < 4 && { groupBy: 'document' }),
    };
    const found = (await gateway.call('POST', '/v1/search', { json })).body.data.results;
    expect(ranking.map(({ documentId }: { documentId: string }) => documentId)).toEqual(
      found.map(({ document }: { document: { id: string } }) => document.id),
    );
  }
});

test('two configurations are compared question by question, by the pairs that both have', async () => {
  const goldenSetId = await createSet('comparison', [
    { question: 'ERR_TLS_CERT_ALTNAME_INVALID', relevant: [{ externalId: 'servers' }] },
    { question: 'When is lunch served?', relevant: [{ externalId: 'lunch' }] },
  ]);
  const strict = await evaluate(goldenSetId, { config: { scoreThreshold: 1 } });
  const usual = await evaluate(goldenSetId);
  const path = `${pathOf(usual.id)}/comparison?baselineId=${strict.id}`;
  const { data } = (await gateway.call('GET', path)).body;
  expect(data).toMatchObject({ compared: 2, unpaired: 0, improved: 2, worsened: 0, isWorse: false });
  expect(data.changed).toHaveLength(2);
  expect(data.differences.ndcg.value).toBe(1);
  const reverse = await gateway.call('GET', `${pathOf(strict.id)}/comparison?baselineId=${usual.id}`);
  expect(reverse.body.data).toMatchObject({ isWorse: true, worsened: 2 });
  const itself = await gateway.call('GET', `${pathOf(usual.id)}/comparison?baselineId=${usual.id}`);
  expect(itself.body.data).toMatchObject({ isWorse: false, changed: [], improved: 0 });
});

test('a question whose relevant documents were changed in between is not compared', async () => {
  const goldenSetId = await createSet('changed');
  const before = await evaluate(goldenSetId);
  const path = `${base}/golden-sets/${goldenSetId}/questions`;
  const [first] = (await gateway.call('GET', path)).body.data.questions;
  await gateway.call('PATCH', `${path}/${first.id}`, { json: { relevant: [{ externalId: 'lunch' }] } });
  const after = await evaluate(goldenSetId);
  const { data } = (await gateway.call('GET', `${pathOf(after.id)}/comparison?baselineId=${before.id}`)).body;
  expect(data).toMatchObject({ compared: 3, unpaired: 2 });
});

test('an evaluation that was killed goes on where it was, and its results are searched once', async () => {
  const goldenSetId = await createSet('killed');
  const { database } = gateway.context;
  const namespace = await database.namespace.findFirstOrThrow({ where: { name: 'docs' } });
  const { id } = await database.$transaction((session) =>
    startEvaluation(session, {
      namespaceId: namespace.id,
      goldenSetId,
      seed: 1,
      config: { topK: 10, scoreThreshold: 0 },
    }),
  );
  // The process dies at the third question: its model answers no more. The first opening is that of the beginning.
  let searches = -1;
  const dying = {
    ...gateway.context,
    providers: {
      ...gateway.context.providers,
      open: (...given: Parameters<typeof gateway.context.providers.open>) => {
        searches += 1;
        if (searches > 2) throw new AppError('PROVIDER_UNAVAILABLE', 'killed');
        return gateway.context.providers.open(...given);
      },
    },
  };
  const payload = { evaluationId: id, namespaceId: namespace.id };
  const { signal } = new AbortController();
  await expect(runEvaluationHandler(dying).handle(payload, signal)).rejects.toThrow('killed');
  const owner = { namespaceId: namespace.id, tenantId: undefined };
  const found = () => findEvaluation(database, owner, id);
  await eventually(async () => expect((await found())?.searchedCount).toBe(2));
  const kept = await database.evaluationResult.findMany({ where: { evaluationId: id, ndcg: { not: null } } });
  // Two at once: the second worker may have the same questions.
  const handler = runEvaluationHandler(gateway.context);
  await Promise.all([handler.handle(payload, signal), handler.handle(payload, signal)]);
  expect(await found()).toMatchObject({ status: 'COMPLETED', searchedCount: 4, questionCount: 4 });
  for (const { questionId, durationMs } of kept) {
    const where = { evaluationId_questionId: { evaluationId: id, questionId } };
    expect((await database.evaluationResult.findUniqueOrThrow({ where })).durationMs).toBe(durationMs);
  }
});

test('a cancelled evaluation is not searched any further', async () => {
  const goldenSetId = await createSet('cancelled');
  const { database } = gateway.context;
  const namespace = await database.namespace.findFirstOrThrow({ where: { name: 'docs' } });
  const { id } = await database.$transaction((session) =>
    startEvaluation(session, {
      namespaceId: namespace.id,
      goldenSetId,
      config: { topK: 10, scoreThreshold: 0 },
    }),
  );
  const cancelled = await gateway.call('POST', `${pathOf(id)}/cancel`);
  expect(cancelled.body.data.evaluation.status).toBe('CANCELLED');
  await runEvaluationHandler(gateway.context).handle(
    { evaluationId: id, namespaceId: namespace.id },
    new AbortController().signal,
  );
  expect((await gateway.call('GET', pathOf(id))).body.data.evaluation).toMatchObject({
    status: 'CANCELLED',
    searchedCount: 0,
    metrics: null,
  });
});

test('an evaluation during which the configuration changes fails and says so', async () => {
  const goldenSetId = await createSet('reconfigured');
  const { database } = gateway.context;
  const namespace = await database.namespace.findFirstOrThrow({ where: { name: 'docs' } });
  const { id } = await database.$transaction((session) =>
    startEvaluation(session, {
      namespaceId: namespace.id,
      goldenSetId,
      config: { topK: 10, scoreThreshold: 0 },
    }),
  );
  await database.evaluation.update({ where: { id }, data: { status: 'RUNNING', namespaceVersion: 999 } });
  const handler = runEvaluationHandler(gateway.context);
  const payload = { evaluationId: id, namespaceId: namespace.id };
  const failure = await handler
    .handle(payload, new AbortController().signal)
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'EVALUATION_CONFLICT', retryable: false });
  await handler.onExhausted(payload, AppError.from(failure));
  expect((await gateway.call('GET', pathOf(id))).body.data.evaluation).toMatchObject({
    status: 'FAILED',
    error: expect.stringContaining('configuration of the namespace was changed'),
  });
});

test("a tenant's set searches that tenant's documents alone, and others do not see it", async () => {
  await ingest('secret', ['Everyone has forty days of paid leave a year.'], 't1');
  const options = { tenantId: 't1' };
  const written = [{ question: 'days of paid leave', relevant: [{ externalId: 'secret' }] }];
  const goldenSetId = await createSet('of a tenant', written, options);
  const created = await gateway.call('POST', `${base}/evaluations`, { json: { goldenSetId }, ...options });
  const { id } = created.body.data.evaluation;
  await eventually(async () => {
    const { body } = await gateway.call('GET', pathOf(id), options);
    expect(body.data.evaluation.status).toBe('COMPLETED');
  });
  const { results } = (await gateway.call('GET', `${pathOf(id)}/results`, options)).body.data;
  expect(results[0].ranking.map(({ name }: { name: string }) => name)).toEqual(['secret']);
  expect((await gateway.call('GET', pathOf(id), { tenantId: 't2' })).status).toBe(404);
});

test('questions are written once each, replaced by their words, and the rest is deleted on request', async () => {
  const goldenSetId = await createSet('questions');
  const path = `${base}/golden-sets/${goldenSetId}/questions`;
  const write = async (json: object) => (await gateway.call('POST', path, { json })).body.data;
  const [first] = questions;
  const extra = { question: 'A candidate?', relevant: [{ name: 'x' }], status: 'CANDIDATE' };
  expect(await write({ questions: [first, extra] })).toEqual({ created: 1, updated: 1, deleted: 0 });
  const set = async () =>
    (await gateway.call('GET', `${base}/golden-sets/${goldenSetId}`)).body.data.goldenSet;
  expect(await set()).toMatchObject({ questionCount: 4, candidateCount: 1 });
  expect(await write({ questions: [first], replace: true })).toEqual({ created: 0, updated: 1, deleted: 4 });
  expect(await set()).toMatchObject({ questionCount: 1, candidateCount: 0 });
});

test.each([
  [{ questions: [{ question: ' ', relevant: [{ name: 'x' }] }] }, 'questions.0.question'],
  [{ questions: [{ question: 'q', relevant: [] }] }, 'questions.0.relevant'],
  [{ questions: [{ question: 'q', relevant: [{ grade: 2 }] }] }, 'questions.0.relevant.0'],
])('a question that cannot be judged is refused: %j', async (json, path) => {
  const goldenSetId = await createSet(`refused ${path}`);
  const response = await gateway.call('POST', `${base}/golden-sets/${goldenSetId}/questions`, { json });
  expect(response.status).toBe(400);
  expect(response.text).toContain(path);
});

test('a set without accepted questions and a rerank without a reranker are refused', async () => {
  const { body } = await gateway.call('POST', `${base}/golden-sets`, { json: { name: 'empty' } });
  const start = (json: object) => gateway.call('POST', `${base}/evaluations`, { json });
  expect((await start({ goldenSetId: body.data.goldenSet.id })).body.error.code).toBe('GOLDEN_SET_CONFLICT');
  const reranked = await start({ goldenSetId: await createSet('reranked'), config: { rerank: {} } });
  expect(reranked.status).toBe(400);
  expect((await gateway.call('POST', `${base}/golden-sets`, { json: { name: 'empty' } })).status).toBe(409);
});
