import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { judgeAnswer } from './testing/fuzz/judge-answer.ts';
import { type RawAnswer, type RawRequest, sendRaw } from './testing/fuzz/raw-http.ts';
import { requestArbitrary } from './testing/fuzz/request-arbitrary.ts';
import { type Operation, operations, operationsAt } from './testing/operations.ts';
import { localConfigs, startTestGateway, type TestGateway } from './testing/start-test-gateway.ts';
import { createWorld, type World } from './testing/world.ts';

/** A full run: FUZZ_REQUESTS=50000; another one: FUZZ_SEED. */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 1_500);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_301);
const deadlineMs = 60_000 + requests * 100;

/** Namespaces to change and to delete; `!` marks ids that may be lost. */
const victims = 'namespaceId!';
const mostVictims = 10;
let createdVictims = 0;
const mostKnown = 200;

let gateway: TestGateway;
let world: World;
const pools = new Map<string, string[]>();
const answers = new Map<string, number>();

const know = (name: string, value: unknown) => {
  const pool = pools.get(name) ?? [];
  if (typeof value === 'string' && !pool.includes(value) && pool.length < mostKnown)
    pools.set(name, [...pool, value]);
};

/** Makes namespaces in the place of those that were deleted. */
async function replenish() {
  for (; (pools.get(victims)?.length ?? 0) < mostVictims; createdVictims += 1) {
    const name = `victim-${createdVictims}`;
    await world.call('POST', '/v1/namespaces?validate=false', { json: { name, ...localConfigs } });
    know(victims, name);
  }
}

beforeAll(async () => {
  gateway = await startTestGateway();
  world = await createWorld(gateway, 'fuzz');
  for (const place of [world.own, world.tenant])
    for (const [name, id] of Object.entries(place)) know(name, id);
  know('documentExternalId', world.own['externalId']);
  await replenish();
  const page = { namespaceId: 'shared', pagination: { pageSize: 1 } };
  for (const [path, more] of [
    ['/v1/documents', { filterConfig: {} }],
    ['/v1/ingest-job-runs', {}],
  ] as const)
    know('cursor', (await world.call('POST', path, { json: { ...page, ...more } })).body.data.nextCursor);
  pools.set('text', ['A text.', 'Another text, longer.', 'text '.repeat(500)]);
  pools.set('query', ['first', 'text', 'second text']);
}, 60_000);
afterAll(() => gateway.close());

/** Ids that an answer brought are used from then on: what was known at first may be gone. */
async function learn(answer: RawAnswer) {
  if (answer.status !== 201 && answer.status !== 202) return;
  const { data } = JSON.parse(answer.body.toString());
  // What the fuzzer made it may lose; else lists would grow without end.
  know(victims, data.namespace?.identifier);
  const left = pools.get(victims)?.filter((name) => name !== data.identifier) ?? [];
  pools.set(victims, left);
  await replenish();
  know('ingestJobRunId', data.ingestJobRunId);
  for (const { id } of Array.isArray(data.documents) ? data.documents : []) know('documentId', id);
}

function count(request: RawRequest, answer: RawAnswer | undefined) {
  const operation = operationsAt(request.target).find(({ method }) => method === request.method);
  const name = operation ? `${operation.method} ${operation.path}` : 'nothing';
  const key = `${name} ${answer?.status ?? 'no answer'}`;
  answers.set(key, (answers.get(key) ?? 0) + 1);
}

const printed = ({ method, target, headers, body }: RawRequest) =>
  [`${method} ${target}`, ...headers.map((header) => header.join(': ')), '', body.toString('latin1')]
    .join('\n')
    .slice(0, 4_000);

async function attack(request: RawRequest, port: number) {
  const answer = await sendRaw(port, request);
  count(request, answer);
  const problems = judgeAnswer(request, answer);
  if (problems.length > 0)
    throw new Error(
      `The answer ${problems.join('; ')}\n${printed(request)}\n→ ${answer?.status} ${answer?.body.toString().slice(0, 1_000)}`,
    );
  if (answer) await learn(answer);
}

test(
  `${requests} requests, right, nearly right and hostile (seed ${seed}), are answered as the description says`,
  async () => {
    const port = Number(new URL(gateway.url).port);
    const one = (operation: Operation) => requestArbitrary(operation, pools, world.keys.admin);
    const property = fc.asyncProperty(fc.oneof(...operations.map(one)), (request) => attack(request, port));
    await fc.assert(property, {
      numRuns: requests,
      seed,
      endOnFailure: process.env['FUZZ_SHRINK'] === undefined,
    });
    if (process.env['FUZZ_REQUESTS']) console.log(Object.fromEntries([...answers].sort()));
  },
  deadlineMs,
);

test.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  'among them were some that %s took',
  (name, { responses }) => {
    const [success] = [...responses.keys()].filter((status) => status < 300);
    // Else add what it needs to testing/world.ts: the ids of its parameters, by their names.
    expect(answers.get(`${name} ${success}`) ?? 0).toBeGreaterThan(0);
  },
);

test('the gateway still answers, and logged no failure of its own', async () => {
  expect((await gateway.call('GET', '/readyz', { key: undefined })).status).toBe(200);
  expect(gateway.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});
