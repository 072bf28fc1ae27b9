import type { Prisma } from '@docfleet/database';
import { expect, test } from '@jest/globals';
import { put, run } from '../../../test/connection-run.fixture.ts';
import { database, namespace } from '../../../test/domain.fixture.ts';
import { findMissingItems, findUnreadItems } from './items.ts';

const change = (externalId: string, data: Prisma.DocumentUncheckedUpdateManyInput) =>
  database.document.updateMany({ where: { namespaceId: namespace.id, externalId }, data });
const failed = (errorCode: string) => ({ status: 'FAILED', errorCode }) as const;
const namesOf = async (batches: ReturnType<typeof findUnreadItems>) =>
  (await Array.fromAsync(batches)).flat().map(({ externalId }) => externalId);

test('what failed for a reason that may be over, or was cancelled, is read again', async () => {
  const faults = {
    '/outage': failed('PROVIDER_UNAVAILABLE'),
    '/unauthorized': failed('CONNECTION_UNAUTHORIZED'),
    '/cancelled': { status: 'CANCELLED' } as const,
    '/damaged': failed('DOCUMENT_UNREADABLE'),
    '/forbidden': failed('ITEM_FORBIDDEN'),
    '/unsupported': failed('UNSUPPORTED_FILE_TYPE'),
    '/large': failed('FILE_TOO_LARGE'),
    '/good': { status: 'SUCCESS' } as const,
    '/gone': { ...failed('PROVIDER_UNAVAILABLE'), liveKey: null },
  };
  await put(Object.keys(faults));
  for (const [path, data] of Object.entries(faults)) await change(path, data);
  expect((await namesOf(findUnreadItems(database, run))).toSorted()).toEqual([
    '/cancelled',
    '/outage',
    '/unauthorized',
  ]);
  const elsewhere = { ...run, ingestJobId: run.id };
  expect(await namesOf(findUnreadItems(database, elsewhere))).toEqual([]);
});

test('an item is found with all that it takes to read it again', async () => {
  await put(['/A/one.txt']);
  await change('/A/one.txt', failed('PROVIDER_UNAVAILABLE'));
  expect((await Array.fromAsync(findUnreadItems(database, run))).flat()).toEqual([
    {
      id: expect.any(String),
      externalId: '/A/one.txt',
      name: '/A/one.txt',
      version: '1',
      path: '/a/one.txt',
    },
  ]);
});

test('items that a listing did not name are found in batches, and behind a document', async () => {
  await put(Array.from({ length: 401 }, (_, number) => `/${number}`));
  await database.ingestJobRunDocument.deleteMany({ where: { ingestJobRunId: run.id } });
  const batches = await Array.fromAsync(findMissingItems(database, run));
  expect(batches.map(({ length }) => length)).toEqual([200, 200, 1]);
  const ids = batches.flat().map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted());
  const behind = await Array.fromAsync(findMissingItems(database, run, ids[399]));
  expect(behind.flat().map(({ id }) => id)).toEqual(ids.slice(400));
});
