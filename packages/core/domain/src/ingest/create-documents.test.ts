import { expect, test } from '@jest/globals';
import { type Entry, gatherDocuments } from './create-documents.ts';

const entry = (documentId: string, text = 'hello'): Entry => ({
  incoming: { text } as Entry['incoming'],
  placement: { documentId } as Entry['placement'],
});

/** A slow database, which does not create `known` documents and fails every statement with a `poisoned` one. */
function startDatabase() {
  const statements: string[][] = [];
  const create = gatherDocuments(async (entries) => {
    const ids = entries.map(({ placement }) => placement.documentId);
    statements.push(ids);
    await new Promise(setImmediate);
    if (ids.includes('poisoned')) throw new Error('poisoned');
    return new Set(ids.filter((id) => id !== 'known'));
  });
  return { create, statements };
}

test('calls that arrive while statements are in progress share the next one', async () => {
  const { create, statements } = startDatabase();
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => create(entry(id))));
  expect(statements).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
});

test('each call receives the result of its own document', async () => {
  const { create } = startDatabase();
  const created = await Promise.all(['a', 'b', 'c', 'known', 'e'].map((id) => create(entry(id))));
  expect(created).toEqual([true, true, true, false, true]);
});

test('no document fails because of another one in the same statement', async () => {
  const { create } = startDatabase();
  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'poisoned', 'e'].map((id) => create(entry(id))));
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
});

test('long texts do not share a statement', async () => {
  const { create, statements } = startDatabase();
  const long = 'x'.repeat(600_000);
  await Promise.all(['a', 'b', 'c', 'd'].map((id) => create(entry(id, long))));
  expect(statements).toEqual([['a'], ['b'], ['c'], ['d']]);
});
