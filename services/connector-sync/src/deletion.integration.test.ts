import { confirmDeletion } from '@docfleet/domain/deletion';
import { type NotionFake, startNotionFake } from '@docfleet/testing';
import { afterEach, expect, test } from '@jest/globals';
import { box, connectionId, putMany } from '../test/box-connection.fixture.ts';
import {
  ask,
  authorize,
  connect,
  context,
  deletionLimits,
  documents,
  list,
  namespace,
  runOf,
  sync,
} from '../test/connector-sync.fixture.ts';

const defaultLimits = { ...deletionLimits };
let notion: NotionFake | undefined;
afterEach(async () => {
  Object.assign(deletionLimits, defaultLimits);
  await notion?.close();
  notion = undefined;
});

const actor = () => ({ organizationId: namespace.organizationId, apiKeyId: null });
const parts = ({ items }: Awaited<ReturnType<typeof runOf>>) => {
  const { found, pending, searchable, unchanged, skipped, failed, deleted } = items!;
  return { found, pending, searchable, unchanged, skipped, failed, deleted };
};

/** Everything is listed by the next sync, as after a consent for another account. */
async function loseMost(): Promise<void> {
  putMany(6);
  await sync(connectionId);
  for (let number = 0; number < 4; number += 1) box.remove(box.put(`/f/${number}.txt`, 'gone'));
  await authorize(connectionId, box);
}

test('a sync that misses more than a fifth of what was there deletes nothing until it is confirmed', async () => {
  Object.assign(deletionLimits, { percent: 20, documents: 100 });
  await loseMost();
  const run = await sync(connectionId);
  expect(run).toMatchObject({
    status: 'NEEDS_CONFIRMATION',
    errorMessage: 'The listing did not name 4 of 6 documents: they are deleted once this is confirmed',
    items: { deletion: { missing: 4, documents: 6, isConfirmed: false } },
  });
  expect(run.items?.deletion?.examples.map(({ name }) => name)).toContain('0.txt');
  expect(Object.keys(await documents())).toHaveLength(6);
  await confirmDeletion(context.database, actor(), run);
  await list(run.id);
  const confirmed = await runOf(run.id);
  expect(confirmed).toMatchObject({ status: 'COMPLETED', errorMessage: null });
  expect(parts(confirmed)).toMatchObject({ found: 6, unchanged: 2, deleted: 4 });
  expect(Object.keys(await documents())).toEqual(['4.txt', '5.txt']);
});

test('a run that waits to be confirmed ends with the next sync, and nothing is deleted by it', async () => {
  Object.assign(deletionLimits, { percent: 100, documents: 3 });
  await loseMost();
  const waiting = await sync(connectionId);
  expect(waiting.status).toBe('NEEDS_CONFIRMATION');
  const next = await sync(connectionId);
  expect([next.id === waiting.id, next.status]).toEqual([false, 'NEEDS_CONFIRMATION']);
  expect(await runOf(waiting.id)).toMatchObject({
    status: 'COMPLETED_WITH_ERRORS',
    errorMessage: expect.stringContaining('newer sync'),
  });
  expect(await confirmDeletion(context.database, actor(), waiting)).toBeUndefined();
  expect(Object.keys(await documents())).toHaveLength(6);
});

test('what the vendor itself says was deleted needs no confirmation', async () => {
  Object.assign(deletionLimits, { percent: 0, documents: 0 });
  putMany(3);
  await sync(connectionId);
  for (let number = 0; number < 3; number += 1) box.remove(box.put(`/f/${number}.txt`, 'gone'));
  const run = await sync(connectionId);
  expect(run.status).toBe('COMPLETED');
  expect(run.items?.reasons).toEqual([
    { part: 'deleted', reason: 'The vendor says that it was deleted', items: 3 },
  ]);
  expect(await documents()).toEqual({});
});

test("what Notion's search leaves out is asked for by itself, and deleted only when it is gone", async () => {
  notion = await startNotionFake();
  const id = await connect('NOTION', notion);
  notion.put('/Kept', 'text');
  notion.putRow('Tasks', 'Row', {});
  const gone = notion.put('/Gone', 'text');
  await sync(id);
  notion.leavesOut = ({ object }) => object === 'data_source';
  notion.remove(gone);
  const run = await sync(id);
  expect(run).toMatchObject({ status: 'COMPLETED', errorMessage: null, fetched: 0 });
  expect(parts(run)).toEqual({
    found: 3,
    pending: 0,
    searchable: 0,
    unchanged: 2,
    skipped: 0,
    failed: 0,
    deleted: 1,
  });
  expect(await documents()).toEqual({ Kept: 'SUCCESS', Row: 'SUCCESS' });
});

test('a search of Notion that finds nothing at all deletes nothing', async () => {
  notion = await startNotionFake();
  const id = await connect('NOTION', notion);
  for (let number = 0; number < 5; number += 1) notion.put(`/Page ${number}`, 'text');
  await sync(id);
  notion.leavesOut = () => true;
  expect(await sync(id)).toMatchObject({ status: 'COMPLETED', items: { found: 5, deleted: 0 } });
  expect(Object.keys(await documents())).toHaveLength(5);
});

test('an attempt that breaks off among missing items is followed by one that asks for the others', async () => {
  notion = await startNotionFake();
  const id = await connect('NOTION', notion);
  const gone = Array.from({ length: 4 }, (_, number) => notion!.put(`/Page ${number}`, 'text'));
  await sync(id);
  for (const page of gone) notion.remove(page);
  const asked = () => notion!.requests.filter(({ path }) => path.startsWith('/v1/pages/')).length;
  const before = asked();
  notion.fault = () => (asked() - before === 3 ? { kind: 'status', status: 503 } : undefined);
  const run = await ask(id);
  await expect(list(run)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect(await runOf(run)).toMatchObject({ errorMessage: expect.stringContaining('Notion') });
  await list(run);
  expect(await runOf(run)).toMatchObject({ status: 'COMPLETED', errorMessage: null, items: { deleted: 4 } });
  // One of them twice: the one that was refused.
  expect(asked() - before).toBe(5);
});

test('what waits to be confirmed is asked for again before it is deleted', async () => {
  Object.assign(deletionLimits, { percent: 20, documents: 100 });
  notion = await startNotionFake();
  const id = await connect('NOTION', notion);
  notion.put('/Kept', 'text');
  const gone = notion.put('/Gone', 'text');
  await sync(id);
  notion.fault = ({ path }) =>
    path.startsWith(`/v1/pages/${gone}`) ? { kind: 'status', status: 404 } : undefined;
  notion.leavesOut = (result) => result.id === gone;
  const run = await sync(id);
  expect(run).toMatchObject({ status: 'NEEDS_CONFIRMATION', items: { deletion: { missing: 1 } } });
  notion.fault = undefined;
  await confirmDeletion(context.database, actor(), run);
  await list(run.id);
  expect(await runOf(run.id)).toMatchObject({ status: 'COMPLETED', items: { deleted: 0 } });
  expect(Object.keys(await documents()).toSorted()).toEqual(['Gone', 'Kept']);
});
