import { jobsOf, startJobs } from '@docfleet/api/extension';
import { createId } from '@docfleet/domain/database';
import { evaluations } from '@docfleet/evaluations';
import { findEvaluation } from '@docfleet/evaluations/rows/evaluations';
import { findGoldenSet } from '@docfleet/evaluations/rows/golden-sets';
import { Scope } from '@docfleet/runtime/service';
import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { embedDocument } from '../embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../start-test-gateway.ts';

let gateway: TestGateway;
const scope = new Scope();
const lunch = 'The canteen serves lunch from noon.';
const leave = 'Everyone has thirty days of paid leave a year.';

async function ingest(namespaceId: string, externalId: string, text: string) {
  const ingestConfig = { source: 'TEXT', config: { name: externalId, text, externalId } };
  const json = { namespaceId, ingestConfig };
  const { body } = await gateway.call('POST', '/v1/ingest/text', { json });
  await embedDocument(gateway, namespaceId, body.data.documents[0].id, [text]);
}

beforeAll(async () => {
  gateway = await startTestGateway();
  const { workerOptions, ...resources } = gateway.context;
  startJobs(scope, jobsOf([evaluations], 'embedder'), {
    ...resources,
    workerOptions: { ...workerOptions, concurrency: 2 },
  });
  for (const name of ['docs', 'candidate']) {
    await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name, ...localConfigs } });
    await ingest(name, 'lunch', lunch);
  }
  await ingest('docs', 'leave', leave);
});
afterAll(async () => {
  await scope.close();
  await gateway.close();
});

const pathOf = (namespaceId: string) => `/v1/namespaces/${namespaceId}/evaluations`;
const questions = [
  { question: 'How many days of paid leave do I have?', relevant: [{ externalId: 'leave' }] },
  { question: 'When is lunch served?', relevant: [{ externalId: 'lunch' }] },
];

async function createSet(name: string, options: { readonly tenantId?: string } = {}): Promise<string> {
  const path = '/v1/namespaces/docs/golden-sets';
  const { body } = await gateway.call('POST', path, { json: { name }, ...options });
  const { id } = body.data.goldenSet;
  await gateway.call('POST', `${path}/${id}/questions`, { json: { questions }, ...options });
  return id;
}

async function evaluate(namespaceId: string, goldenSetId: string) {
  const { body } = await gateway.call('POST', pathOf(namespaceId), { json: { goldenSetId, seed: 1 } });
  const path = `${pathOf(namespaceId)}/${body.data.evaluation.id}`;
  return eventually(async () => {
    const { evaluation } = (await gateway.call('GET', path)).body.data;
    expect(evaluation.endedAt).not.toBeNull();
    return evaluation;
  });
}

test('one golden set is evaluated in two namespaces, and the evaluations are compared', async () => {
  const goldenSetId = await createSet('both');
  const baseline = await evaluate('docs', goldenSetId);
  const candidate = await evaluate('candidate', goldenSetId);
  expect(candidate).toMatchObject({ goldenSetId, status: 'COMPLETED', questionCount: 2 });
  expect([baseline.metrics.hit.value, candidate.metrics.hit.value]).toEqual([1, 0.5]);
  const path = `${pathOf('candidate')}/${candidate.id}/comparison?baselineId=${baseline.id}`;
  const { data } = (await gateway.call('GET', path)).body;
  expect(data).toMatchObject({ compared: 2, unpaired: 0, improved: 0, worsened: 1 });
  expect([data.baseline.id, data.candidate.id]).toEqual([baseline.id, candidate.id]);
  const listed = async (namespaceId: string) =>
    (await gateway.call('GET', `${pathOf(namespaceId)}?goldenSetId=${goldenSetId}`)).body.data.evaluations;
  expect([await listed('docs'), await listed('candidate')]).toMatchObject([
    [{ id: baseline.id }],
    [{ id: candidate.id }],
  ]);
});

test('the golden set and the evaluation of another tenant or organization are not found from any namespace', async () => {
  const goldenSetId = await createSet('of t1', { tenantId: 't1' });
  const start = (tenantId: string) =>
    gateway.call('POST', pathOf('candidate'), { json: { goldenSetId }, tenantId });
  expect((await start('t2')).body.error.code).toBe('GOLDEN_SET_NOT_FOUND');
  const { id } = (await start('t1')).body.data.evaluation;
  const path = `${pathOf('candidate')}/${id}/comparison?baselineId=${id}`;
  expect((await gateway.call('GET', path, { tenantId: 't2' })).body.error.code).toBe('EVALUATION_NOT_FOUND');
  const { database } = gateway.context;
  const stranger = { organizationId: createId(), tenantId: undefined };
  expect(await findGoldenSet(database, stranger, goldenSetId)).toBeUndefined();
  expect(await findEvaluation(database, stranger, id)).toBeUndefined();
});
