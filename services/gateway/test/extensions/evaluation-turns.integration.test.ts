import { randomUUID } from 'node:crypto';
import { findEvaluation, startEvaluation } from '@docfleet/evaluations/rows/evaluations';
import { runEvaluationHandler } from '@docfleet/evaluations/run-evaluation';
import { limits } from '@docfleet/runtime/config';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { localConfigs, startTestGateway, type TestGateway } from '../start-test-gateway.ts';

let gateway: TestGateway;
const base = '/v1/namespaces/docs';
beforeAll(async () => {
  gateway = await startTestGateway();
  await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name: 'docs', ...localConfigs } });
});
afterAll(() => gateway.close());

async function createSet(name: string, written: number): Promise<string> {
  const { body } = await gateway.call('POST', `${base}/golden-sets`, { json: { name } });
  const { id } = body.data.goldenSet;
  const questions = Array.from({ length: written }, (_, index) => ({
    question: `When is lunch served on day ${index}?`,
    relevant: [{ externalId: 'lunch' }],
  }));
  await gateway.call('POST', `${base}/golden-sets/${id}/questions`, { json: { questions } });
  return id;
}

test('an evaluation returns to its queue after a while, so that those of others come before its end', async () => {
  const goldenSetId = await createSet('slices', 6);
  const { database } = gateway.context;
  const namespace = await database.namespace.findFirstOrThrow({ where: { name: 'docs' } });
  const config = { topK: 10, scoreThreshold: 0 };
  const { id } = await database.$transaction((session) =>
    startEvaluation(session, { namespaceId: namespace.id, goldenSetId, seed: 1, config }),
  );
  const handler = runEvaluationHandler(gateway.context, 0);
  const next = () =>
    handler.handle({ evaluationId: id, namespaceId: namespace.id }, new AbortController().signal);
  const found = () => findEvaluation(database, { namespaceId: namespace.id, tenantId: undefined }, id);
  const postponed = { code: 'SERVICE_UNAVAILABLE', details: { retryAfterMs: 1_000 } };
  for (const searchedCount of [4, 6]) {
    await expect(next()).rejects.toMatchObject(postponed);
    expect(await found()).toMatchObject({ searchedCount });
  }
  await next();
  expect(await found()).toMatchObject({ status: 'COMPLETED' });
});

test('an organization has so many evaluations under way, in however many namespaces', async () => {
  const goldenSetId = await createSet('many', 1);
  const { database } = gateway.context;
  const json = { name: 'busy', ...localConfigs };
  await gateway.call('POST', '/v1/namespaces?validate=false', { json });
  const busy = await database.namespace.findFirstOrThrow({ where: { name: 'busy' } });
  const set = await database.goldenSet.create({
    data: { id: randomUUID(), namespaceId: busy.id, name: 'busy' },
  });
  await database.evaluation.createMany({
    data: Array.from({ length: limits.openEvaluationsPerOrganization }, () => ({
      id: randomUUID(),
      namespaceId: busy.id,
      goldenSetId: set.id,
      config: {},
      seed: 1,
      questionCount: 1,
    })),
  });
  const { body } = await gateway.call('POST', `${base}/evaluations`, { json: { goldenSetId } });
  expect(body.error.code).toBe('ORGANIZATION_LIMIT_REACHED');
  await database.namespace.delete({ where: { id: busy.id } });
});
