import { expect, test } from '@jest/globals';
import { box, connectionId, putMany } from '../test/box-connection.fixture.ts';
import {
  ask,
  context,
  documents,
  embedAll,
  fetchAll,
  list,
  namespace,
  runOf,
  sync,
} from '../test/connector-sync.fixture.ts';

const document = (name: string) =>
  context.database.document.findFirstOrThrow({ where: { namespaceId: namespace.id, name } });

test('the first sync brings everything, the next one only what is new, changed or gone', async () => {
  box.put('/a.txt', 'alpha');
  const b = box.put('/f/b.txt', 'beta');
  box.put('/f/c.txt', 'gamma');
  const first = await sync(connectionId);
  expect(first).toMatchObject({ status: 'COMPLETED', errorMessage: null, items: { found: 3, skipped: 0 } });
  expect(await documents()).toEqual({ 'a.txt': 'SUCCESS', 'b.txt': 'SUCCESS', 'c.txt': 'SUCCESS' });
  box.put('/f/c.txt', 'gamma, again');
  box.put('/d.txt', 'delta');
  box.remove(b);
  const second = await sync(connectionId);
  expect(second).toMatchObject({
    status: 'COMPLETED',
    items: { found: 3, searchable: 2, deleted: 1 },
    fetched: 2,
    embedded: 2,
  });
  expect(await documents()).toEqual({ 'a.txt': 'SUCCESS', 'c.txt': 'SUCCESS', 'd.txt': 'SUCCESS' });
});

test('a document has the address and the date of its item at the vendor', async () => {
  const id = box.put('/a.txt', 'alpha');
  await sync(connectionId);
  expect(await document('a.txt')).toMatchObject({
    sourceUrl: `https://app.box.com/file/${id}`,
    sourceModifiedAt: expect.any(Date),
  });
});

test('each question to a vendor is counted as the call of a provider', async () => {
  putMany(1);
  await sync(connectionId);
  const { body: metrics } = await context.metrics.scrape();
  for (const operation of ['list', 'fetch'])
    expect(metrics).toContain(`{port="connector",vendor="BOX",operation="${operation}",outcome="ok"`);
});

test('asking for the same part again is another run of the same job, for another part another job', async () => {
  const [once, again] = [await ask(connectionId), await ask(connectionId)];
  expect(again).toBe(once);
  await list(once);
  const run = await ask(connectionId);
  const part = await ask(connectionId, { config: { connectionId, externalIds: ['0'] } });
  const jobs = await context.database.ingestJobRun.findMany({ where: { id: { in: [once, run, part] } } });
  const jobOf = (id: string) => jobs.find((one) => one.id === id)?.ingestJobId;
  expect([jobOf(once) === jobOf(run), jobOf(once) === jobOf(part)]).toEqual([true, false]);
});

test('an item that was renamed or moved is neither downloaded nor embedded, and has its new name', async () => {
  const id = box.put('/old.txt', 'same');
  await sync(connectionId);
  box.move(id, '/elsewhere/new.txt');
  const second = await sync(connectionId);
  expect(await documents()).toEqual({ 'new.txt': 'SUCCESS' });
  expect(second.embedded).toBe(0);
});

test('a sync that asks for other chunks reads everything again', async () => {
  putMany(3);
  await sync(connectionId);
  expect(await sync(connectionId, { chunkSize: 500 })).toMatchObject({ fetched: 3, embedded: 3 });
  expect(await sync(connectionId, { chunkSize: 500 })).toMatchObject({ items: { found: 0 }, fetched: 0 });
});

test('what is not selected any more is deleted, and what is selected now is found', async () => {
  const kept = box.put('/one/a.txt', 'a');
  box.put('/two/b.txt', 'b');
  await sync(connectionId);
  const selection = [kept, box.put('/c.txt', 'c')];
  await context.database.connection.update({ where: { id: connectionId }, data: { selection } });
  expect(await sync(connectionId)).toMatchObject({ fetched: 1 });
  expect(await documents()).toEqual({ 'a.txt': 'SUCCESS', 'c.txt': 'SUCCESS' });
});

test('an empty selection is an error, and deletes nothing', async () => {
  putMany(2);
  await sync(connectionId);
  await context.database.connection.update({ where: { id: connectionId }, data: { selection: [] } });
  const run = await sync(connectionId);
  expect(run).toMatchObject({ status: 'FAILED', errorMessage: expect.stringContaining('is selected') });
  expect(Object.values(await documents())).toEqual(['SUCCESS', 'SUCCESS']);
});

test('a cursor that the vendor has forgotten leads to a whole listing, which finds what is gone', async () => {
  box.put('/a.txt', 'a');
  const gone = box.put('/b.txt', 'b');
  await sync(connectionId);
  box.remove(gone);
  box.expireCursors();
  expect(await sync(connectionId)).toMatchObject({ status: 'COMPLETED', errorMessage: null, fetched: 0 });
  expect(await documents()).toEqual({ 'a.txt': 'SUCCESS' });
});

test('what cannot be ingested is counted with its reason, and not downloaded', async () => {
  box.put('/film.mp4', 'film');
  box.putUnsupported('/link');
  box.put('/a.txt', 'a');
  const { items, fetched } = await sync(connectionId);
  expect(items).toMatchObject({
    found: 3,
    searchable: 1,
    skipped: 2,
    reasons: expect.arrayContaining([
      { part: 'skipped', reason: expect.stringContaining('video'), items: 1 },
    ]),
    skippedItems: expect.arrayContaining([
      expect.objectContaining({ name: 'film.mp4', reason: expect.stringContaining('video') }),
      expect.objectContaining({ name: 'link' }),
    ]),
  });
  expect(fetched).toBe(1);
});

test('a file that is too large fails at once, and no byte of it is asked for', async () => {
  box.put('/large.txt', new Uint8Array(1_000_001));
  expect(await sync(connectionId)).toMatchObject({ status: 'COMPLETED', fetched: 0 });
  expect(await documents()).toEqual({ 'large.txt': 'FILE_TOO_LARGE' });
});

test('a document that can no longer be ingested keeps what searches see, and says why', async () => {
  const id = box.put('/notes.txt', 'notes');
  await sync(connectionId);
  box.move(id, '/notes.mp4');
  await sync(connectionId);
  const { activeRevision, liveKey, errorCode } = await document('notes.mp4');
  expect([activeRevision, liveKey !== null, errorCode]).toEqual([1, true, 'ITEM_UNSUPPORTED']);
});

test('an item that is restored with the same bytes is kept, and its file is not stored twice', async () => {
  const id = box.put('/a.txt', 'same');
  await sync(connectionId);
  box.put('/a.txt', 'other');
  box.put('/a.txt', 'same');
  const second = await sync(connectionId);
  expect([second.fetched, second.embedded]).toEqual([second.fetched, 0]);
  expect((await document('a.txt')).activeRevision).toBe(1);
  expect(id).toBe((await document('a.txt')).externalId);
  expect(await sync(connectionId)).toMatchObject({ fetched: 0 });
});

test('a worker that loses its listing to another stops, and nothing is counted twice', async () => {
  putMany(6);
  const run = await ask(connectionId);
  await Promise.all([list(run), list(run)]);
  expect(await runOf(run)).toMatchObject({ items: { found: 6 } });
  await fetchAll();
  await embedAll();
  expect(Object.values(await documents())).toEqual(Array(6).fill('SUCCESS'));
});
