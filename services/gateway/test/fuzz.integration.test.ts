import { connectorNames } from '@docfleet/connectors';
import { type ChatEmulator, chatEmulatorKey, startChatEmulator } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { judgeResponse } from './fuzz/judge-response.ts';
import { type RawRequest, type RawResponse, sendRaw } from './fuzz/raw-http.ts';
import { requestArbitrary } from './fuzz/request-arbitrary.ts';
import { type Operation, operations, operationsAt } from './operations.ts';
import { respondToConversions } from './respond-to-conversions.ts';
import { localConfigs, startTestGateway, type TestGateway } from './start-test-gateway.ts';
import { createWorld, type World } from './world.ts';

/** A full run: FUZZ_REQUESTS=50000; another one: FUZZ_SEED. */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 2_000);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_302);
const deadlineMs = 60_000 + requests * 100;
/** Requests of an operation that took none. */
const maxExtraRequests = 200;

/** Namespaces, keys, webhooks and connections to change and to delete; `!` marks ids that may be lost. */
const victims = {
  namespaces: 'namespaceId!',
  apiKeys: 'apiKeyId!',
  webhooks: 'webhookId!',
  connections: 'connectionId!',
  goldenSets: 'goldenSetId!',
  questions: 'questionId!',
} as const;
const maxVictims = 10;
let createdVictims = 0;
/** Few, so that the first ones, of documents that were embedded, are asked for often. */
const maxKnownIds = 20;
/** Bodies have up to 10 MB: what is printed must stay readable. */
const maxPrinted = 1_000;

let gateway: TestGateway;
let chat: ChatEmulator;
let world: World;
let stopResponding: () => Promise<void>;
const pools = new Map<string, string[]>();
const responses = new Map<string, number>();

const know = (name: string, value: unknown) => {
  const pool = pools.get(name) ?? [];
  if (typeof value === 'string' && !pool.includes(value) && pool.length < maxKnownIds)
    pools.set(name, [...pool, value]);
};

/** Returns a namespace a document that the example of a filter finds. */
function stock(namespaceId: string) {
  const config = { name: 'Leave', text: 'A text.', metadata: { team: 'people' } };
  return world.call('POST', '/v1/ingest/text', {
    json: { namespaceId, ingestConfig: { source: 'TEXT', config } },
  });
}

async function createVictim(name: string) {
  await world.call('POST', '/v1/namespaces?validate=false', { json: { name, ...localConfigs } });
  await stock(name);
  know(victims.namespaces, name);
}

const lacks = (pool: string) => (pools.get(pool)?.length ?? 0) < maxVictims;

/** Makes namespaces and keys in the place of those that were lost. */
async function replenish() {
  for (; lacks(victims.namespaces); createdVictims += 1) await createVictim(`victim-${createdVictims}`);
  while (lacks(victims.apiKeys)) {
    const result = await world.call('POST', '/v1/api-keys', { json: { name: 'victim' } });
    know(victims.apiKeys, result.body.data.apiKey.id);
  }
  while (lacks(victims.connections)) {
    const json = { namespaceId: 'shared', name: 'victim', connector: 'NOTION' };
    const result = await world.call('POST', '/v1/connections', { json });
    know(victims.connections, result.body.data.connection.id);
  }
  while (lacks(victims.webhooks)) {
    const json = { url: 'https://127.0.0.1:9/victim' };
    const result = await world.call('POST', '/v1/webhooks', { json });
    // The fuzzer has made as many as an organization may have.
    if (result.status !== 201) break;
    know(victims.webhooks, result.body.data.webhook.id);
  }
  await replenishGoldenSets();
}

/** Golden sets to lose, and questions to lose of the one that stays. */
async function replenishGoldenSets() {
  const base = '/v1/namespaces/shared/golden-sets';
  while (lacks(victims.goldenSets)) {
    createdVictims += 1;
    const result = await world.call('POST', base, { json: { name: `victim ${createdVictims}` } });
    // The fuzzer has made as many as a namespace may have.
    if (result.status !== 201) break;
    know(victims.goldenSets, result.body.data.goldenSet.id);
  }
  if (!lacks(victims.questions)) return;
  const relevant = [{ documentId: world.own['documentId'] ?? '' }];
  const questions = Array.from({ length: maxVictims }, () => {
    createdVictims += 1;
    return { question: `victim ${createdVictims}?`, relevant };
  });
  const path = `${base}/${world.own['goldenSetId']}/questions`;
  await world.call('POST', path, { json: { questions } });
  const listed = await world.call('GET', `${path}?pageSize=100`);
  for (const { id } of listed.body.data?.questions ?? [])
    if (id !== world.own['questionId']) know(victims.questions, id);
}

/** Begins authorizations for the callback: each state works once. */
async function createStates() {
  for (let state = 0; state < maxKnownIds; state += 1) {
    const json = { namespaceId: 'shared', name: 'mine', connector: 'NOTION' };
    const result = await world.call('POST', '/v1/connections', { json });
    know('state', new URL(result.body.data.authorizationUrl).searchParams.get('state'));
  }
}

beforeAll(async () => {
  gateway = await startTestGateway({ rateLimitPerMinute: 0 });
  stopResponding = respondToConversions(gateway.context);
  chat = await startChatEmulator('OPENAI');
  const baseUrl = `${chat.url}/v1`;
  const chatModelConfig = { provider: 'OPENAI', model: 'echo', apiKey: chatEmulatorKey, baseUrl };
  world = await createWorld(gateway, 'fuzz', { chatModelConfig });
  // A delivery is found with its own webhook alone: one of each.
  const { webhookId: _webhook, deliveryId: _delivery, ...tenant } = world.tenant;
  for (const place of [world.own, tenant]) for (const [name, id] of Object.entries(place)) know(name, id);
  know('documentExternalId', world.own['externalId']);
  await replenish();
  await createStates();
  const page = { namespaceId: 'shared', pagination: { pageSize: 1 } };
  for (const [path, more] of [
    ['/v1/documents', { filterConfig: {} }],
    ['/v1/ingest-job-runs', {}],
  ] as const)
    know('cursor', (await world.call('POST', path, { json: { ...page, ...more } })).body.data.nextCursor);
  pools.set('text', ['A text.', 'Another text, longer.', 'text '.repeat(500)]);
  pools.set('query', ['first', 'text', 'second text']);
}, 60_000);
afterAll(async () => {
  await stopResponding();
  await gateway.close();
  await chat.close();
});

/** Removes deleted and rotated ids, which are not requested again. */
async function forget({ method, target }: RawRequest) {
  if (method !== 'DELETE' && method !== 'POST') return;
  const steps = (target.split('?')[0] ?? '').split('/');
  for (const pool of Object.values(victims)) {
    // A webhook outlives everything but its deletion.
    if (pool === victims.webhooks && method !== 'DELETE') continue;
    const left = pools.get(pool)?.filter((id) => !steps.includes(id)) ?? [];
    pools.set(pool, left);
  }
  await replenish();
  // Any of them may have lost its documents.
  if (method === 'DELETE' && steps.at(-1) === 'documents')
    await Promise.all((pools.get(victims.namespaces) ?? []).map(stock));
}

/** Ids that a response brought are used from then on: what was known at first may be gone. */
async function learn(request: RawRequest, answer: RawResponse) {
  if (answer.status >= 300) return;
  await forget(request);
  if (answer.status !== 201 && answer.status !== 202) return;
  const { data } = JSON.parse(answer.body.toString());
  // Objects that the fuzzer created may be deleted by it; else lists would grow without end.
  know(victims.namespaces, data.namespace?.identifier);
  know('ingestJobRunId', data.ingestJobRunId);
  for (const { id } of Array.isArray(data.documents) ? data.documents : []) know('documentId', id);
}

function count(request: RawRequest, answer: RawResponse | undefined) {
  const operation = operationsAt(request.target).find(({ method }) => method === request.method);
  const name = operation ? `${operation.method} ${operation.path}` : 'nothing';
  const key = `${name} ${answer?.status ?? 'no answer'}`;
  responses.set(key, (responses.get(key) ?? 0) + 1);
}

const printed = ({ method, target, headers, body }: RawRequest) =>
  [`${method} ${target}`, ...headers.map((header) => header.join(': ')), '', body.toString('latin1')]
    .join('\n')
    .slice(0, maxPrinted / 2);

async function attack(request: RawRequest, port: number) {
  const answer = await sendRaw(port, request);
  count(request, answer);
  const problems = judgeResponse(request, answer);
  if (problems.length > 0)
    throw new Error(
      `The answer ${problems.join('; ')}\n${printed(request)}\n→ ${answer?.status} ${answer?.body.toString()}`,
    );
  if (answer) await learn(request, answer);
}

/** In the place of fast-check's own report, which prints whole requests. */
function report({
  failed,
  numRuns,
  errorInstance,
}: Pick<fc.RunDetails<unknown>, 'failed' | 'numRuns' | 'errorInstance'>) {
  if (!failed) return;
  const text = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(`Request ${numRuns} of seed ${seed}: ${text}`.slice(0, maxPrinted));
}

/** These need a connection that was authorized at the vendor. */
const needsConsent = ({ path }: Operation) =>
  connectorPaths.some((connector) => path === `/v1/ingest/${connector}`);
const connectorPaths = connectorNames.map((name) => name.toLowerCase().replaceAll('_', '-'));
/** This needs a file of questions, which the SDK's test sends. */
const needsQuestions = ({ path }: Operation) => path.endsWith('/questions/import');
const takers = operations.filter((operation) => !needsConsent(operation) && !needsQuestions(operation));

/** Returns the number of requests an operation took. */
function takenBy({ method, path, responses: declared }: Operation): number {
  const success = [...declared.keys()].find((status) => status < 300);
  return responses.get(`${method} ${path} ${success}`) ?? 0;
}

async function request(wanted: readonly Operation[], numRuns: number): Promise<void> {
  const port = Number(new URL(gateway.url).port);
  const one = (operation: Operation) => requestArbitrary(operation, pools, world.keys.admin);
  const property = fc.asyncProperty(fc.oneof(...wanted.map(one)), (request) => attack(request, port));
  const endOnFailure = process.env['FUZZ_SHRINK'] === undefined;
  await fc.assert(property, { numRuns, seed, endOnFailure, reporter: report });
}

test(
  `${requests} requests, right, nearly right and hostile (seed ${seed}), are answered as the description says`,
  async () => {
    await request(operations, requests);
    // Some operations refuse nearly everything: chance alone leaves one out now and then.
    for (const operation of takers)
      if (takenBy(operation) === 0) await request([operation], maxExtraRequests);
    if (process.env['FUZZ_REQUESTS']) console.log(Object.fromEntries([...responses].sort()));
  },
  deadlineMs,
);

test.each(takers.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  'among them were some that %s took',
  (_name, operation) => {
    // Else add what it needs to test/world.ts: the ids of its parameters, by their names.
    expect(takenBy(operation)).toBeGreaterThan(0);
  },
);

test('the gateway still answers, and logged no failure of its own', async () => {
  expect((await gateway.call('GET', '/readyz', { key: undefined })).status).toBe(200);
  const failures = gateway.log.filter((line) => JSON.parse(line).level >= 50);
  expect(failures.join('\n').slice(0, maxPrinted)).toBe('');
});
