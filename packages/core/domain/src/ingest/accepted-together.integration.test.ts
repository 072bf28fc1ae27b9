import { expect, test } from '@jest/globals';
import { accept, database } from '../../test/domain.fixture.ts';
import { createDocuments, gatherDocuments } from './index.ts';

test('of a hundred texts that are accepted together, one that the database refuses fails alone', async () => {
  const create = gatherDocuments((entries) => createDocuments(database, entries));
  const before = await database.document.count();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, (_, at) =>
      accept({ text: at === 50 ? 'a\u0000b' : `Text ${at}` }, { create }),
    ),
  );
  expect(outcomes.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))).toEqual([50]);
  expect((await database.document.count()) - before).toBe(99);
});
