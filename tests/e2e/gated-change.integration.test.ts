import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, ingestText, type SearchHit, search, waitForRun } from './documents.ts';
import { joinFleet, type TestFleet } from './test-fleet.ts';
import { startVendors, type Vendors } from './vendors.ts';

/** Texts with a question that a sentence model matches with them; the emulated model's vectors are hashes, so it finds a text by itself alone. */
const facts = [
  ['Everyone has thirty days of paid leave a year.', 'How many holidays do employees get?'],
  ['The canteen serves lunch from noon until two.', 'When can I eat lunch?'],
  ['Invoices are paid within fourteen days.', 'How long does payment of a bill take?'],
  ['The office in Berlin has a roof garden.', 'Which office has a garden?'],
  ['Passwords have at least twelve characters.', 'What is the minimum length of a password?'],
  ['Laptops are replaced every four years.', 'How often do I get a new laptop?'],
  ['Dogs are welcome on Fridays.', 'May I bring my dog to work?'],
  ['Travel by train is first class from three hours on.', 'Can I go by first class train?'],
  ['The fire alarm is tested on the first Monday of the month.', 'When is the fire alarm tested?'],
  ['Parking in the yard costs forty euros a month.', 'How expensive is parking?'],
  ['New colleagues get a mentor for their first half year.', 'Does a newcomer get a mentor?'],
  ['The library lends books for six weeks.', 'For how long can I borrow a book?'],
] as const;

interface GatedChange {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly ingestJobRunId: string | null;
}

let vendors: Vendors;
let fleet: TestFleet;

beforeAll(async () => {
  vendors = await startVendors();
  fleet = await joinFleet();
}, 240_000);

afterAll(async () => {
  await fleet?.remove();
  await vendors.close();
});

async function post<Data>(path: string, json: object): Promise<Data> {
  const { status, body } = await fleet.api.request<Data>('POST', path, json);
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body.data;
}

/** A namespace with the facts, and a golden set of their questions. */
async function fill(name: string, questionOf: (fact: (typeof facts)[number]) => string): Promise<string> {
  await createNamespace(fleet.api, name);
  await Promise.all(
    facts.map(async ([text], index) => {
      const { ingestJobRunId } = await ingestText(fleet.api, name, text, { externalId: `fact-${index}` });
      await waitForRun(fleet.api, name, ingestJobRunId, 60_000);
    }),
  );
  const base = `/v1/namespaces/${name}/golden-sets`;
  const { goldenSet } = await post<{ goldenSet: { id: string } }>(base, { name: 'facts' });
  const questions = facts.map((fact, index) => ({
    question: questionOf(fact),
    relevant: [{ externalId: `fact-${index}` }],
  }));
  await post(`${base}/${goldenSet.id}/questions`, { questions });
  return goldenSet.id;
}

/** By meaning alone: how rare a word is is sampled in the background, and changes scores a little later. */
async function answersTo(namespaceId: string, query: string) {
  const json = { namespaceId, query, searchType: 'SEMANTIC' };
  const { body } = await fleet.api.request<{ results: SearchHit[] }>('POST', '/v1/search', json);
  return body.data.results.map(({ document, score }) => [document.id, score.toFixed(6)]);
}

/** Searches for all questions again and again until it is stopped; returns the distinct results of each. */
function keepSearching(name: string) {
  const seen = new Map<string, Set<string>>(facts.map(([, question]) => [question, new Set()]));
  let rounds = 0;
  let stopped = false;
  const done = (async () => {
    for (; !stopped; rounds += 1)
      for (const [question, results] of seen)
        results.add(JSON.stringify((await answersTo(name, question)).slice(0, 5)));
  })();
  return {
    async stop() {
      stopped = true;
      await done;
      return { rounds, seen };
    },
  };
}

const changesOf = (name: string) => `/v1/namespaces/${name}/gated-changes`;

async function startChange(name: string, goldenSetId: string, changes: object): Promise<string> {
  const { gatedChange } = await post<{ gatedChange: GatedChange }>(changesOf(name), { goldenSetId, changes });
  return gatedChange.id;
}

async function readChange(name: string, id: string): Promise<GatedChange> {
  const path = `${changesOf(name)}/${id}`;
  return (await fleet.api.request<{ gatedChange: GatedChange }>('GET', path)).body.data.gatedChange;
}

const endOf = (name: string, id: string) =>
  eventually(async () => {
    const change = await readChange(name, id);
    if (change.status === 'BUILDING' || change.status === 'EVALUATING') throw new Error(change.status);
    return change;
  }, 90_000);

const namespaceOf = (name: string) =>
  fleet.database.namespace.findFirstOrThrow({ where: { name, organizationId: fleet.organizationId } });

const shadowChunks = (namespaceId: string) =>
  fleet.database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM chunks JOIN documents ON documents.id = chunks."documentId"
    WHERE documents."namespaceId" = ${namespaceId}::uuid AND chunks.revision < 0`;

const settled = (id: string) =>
  eventually(async () => {
    const row = await fleet.database.gatedChange.findUniqueOrThrow({ where: { id } });
    expect(row.isSettled).toBe(true);
  }, 60_000);

test('a model that is worse is refused, no search has seen it, and nothing of it is left', async () => {
  const goldenSetId = await fill('refused', ([, question]) => question);
  const before = new Map<string, string>();
  for (const [, question] of facts)
    before.set(question, JSON.stringify((await answersTo('refused', question)).slice(0, 5)));
  const searching = keepSearching('refused');
  const { embeddingModelConfig } = vendors.configs;
  const id = await startChange('refused', goldenSetId, { embeddingModelConfig });
  const change = await endOf('refused', id);
  expect(change).toMatchObject({ status: 'REFUSED', error: expect.stringContaining('would get worse') });
  await settled(id);
  const { rounds, seen } = await searching.stop();
  process.stdout.write(`${rounds} rounds of ${facts.length} searches\n`);
  expect(rounds).toBeGreaterThan(0);
  for (const [question, results] of seen) expect([...results]).toEqual([before.get(question)]);
  const namespace = await namespaceOf('refused');
  expect(namespace).toMatchObject({ generation: 1, previousConfigs: null });
  expect(await shadowChunks(namespace.id)).toEqual([{ count: 0 }]);
  const tables = await readdir(join(fleet.dataDirectory, 'lancedb'));
  expect(tables).toContain(`${namespace.id}.lance`);
  expect(tables).not.toContain(`${namespace.id}-2.lance`);
}, 240_000);

test('a model that is as good is applied with the vectors that were evaluated: no text is embedded twice, and searches find everything', async () => {
  const goldenSetId = await fill('applied', ([text]) => text);
  const { embeddingModelConfig } = vendors.configs;
  const before = vendors.openai.served.inputs;
  const id = await startChange('applied', goldenSetId, { embeddingModelConfig });
  const change = await endOf('applied', id);
  expect(change).toMatchObject({ status: 'APPLIED', error: null });
  await waitForRun(fleet.api, 'applied', change.ingestJobRunId ?? '', 60_000);
  await eventually(async () => expect((await namespaceOf('applied')).previousConfigs).toBeNull(), 60_000);
  // Each text once as a document and once as a question, and a few to try the model out.
  const embedded = vendors.openai.served.inputs - before;
  expect(embedded).toBeGreaterThanOrEqual(2 * facts.length);
  expect(embedded).toBeLessThan(2.5 * facts.length);
  for (const [text] of facts) expect((await search(fleet.api, 'applied', text))[0]?.content).toBe(text);
  const namespace = await namespaceOf('applied');
  expect(namespace.generation).toBe(2);
  await eventually(async () => expect(await shadowChunks(namespace.id)).toEqual([{ count: 0 }]), 60_000);
}, 240_000);

test('what is ingested, changed and deleted while a change is tried is found at once, and found again afterwards', async () => {
  const goldenSetId = await fill('busy', ([text]) => text);
  const { embeddingModelConfig } = vendors.configs;
  const id = await startChange('busy', goldenSetId, { embeddingModelConfig });
  const late = 'A kingfisher came while the change was tried.';
  const { ingestJobRunId, documents } = await ingestText(fleet.api, 'busy', late);
  await waitForRun(fleet.api, 'busy', ingestJobRunId, 60_000);
  expect((await search(fleet.api, 'busy', late))[0]?.document.id).toBe(documents[0]?.id);
  const changed = 'Dogs are welcome every day.';
  const again = await ingestText(fleet.api, 'busy', changed, { externalId: 'fact-6' });
  await waitForRun(fleet.api, 'busy', again.ingestJobRunId, 60_000);
  expect((await search(fleet.api, 'busy', changed))[0]?.content).toBe(changed);
  const change = await endOf('busy', id);
  expect(change.status).toBe('APPLIED');
  await eventually(async () => expect((await namespaceOf('busy')).previousConfigs).toBeNull(), 60_000);
  for (const text of [late, changed, facts[0][0]])
    expect((await search(fleet.api, 'busy', text))[0]?.content).toBe(text);
  const namespace = await namespaceOf('busy');
  await eventually(async () => expect(await shadowChunks(namespace.id)).toEqual([{ count: 0 }]), 60_000);
}, 240_000);

test('another change of the model meanwhile is a conflict, and a cancelled change leaves nothing', async () => {
  const goldenSetId = await fill('cancelled', ([text]) => text);
  const { embeddingModelConfig } = vendors.configs;
  const id = await startChange('cancelled', goldenSetId, { embeddingModelConfig });
  const path = '/v1/namespaces/cancelled?reembed=true';
  const { status, body } = await fleet.api.request('PATCH', path, { embeddingModelConfig });
  expect([status, body.message]).toEqual([409, expect.stringContaining('gated change')]);
  await post(`${changesOf('cancelled')}/${id}/cancel`, {});
  expect((await endOf('cancelled', id)).status).toBe('CANCELLED');
  await settled(id);
  const namespace = await namespaceOf('cancelled');
  expect(await shadowChunks(namespace.id)).toEqual([{ count: 0 }]);
  expect((await search(fleet.api, 'cancelled', facts[0][0]))[0]?.content).toBe(facts[0][0]);
}, 240_000);
