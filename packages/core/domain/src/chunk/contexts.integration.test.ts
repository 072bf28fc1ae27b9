import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { accept, chunk, claim, database, embedded } from '../../test/domain.fixture.ts';
import { succeedDocument } from '../document/index.ts';
import {
  contextKey,
  contextOrigin,
  deleteUnusedContexts,
  readContexts,
  recordContext,
  takeContexts,
} from './contexts.ts';
import { listVectors, recordChunks } from './index.ts';

const model = { provider: 'OPENAI', model: 'gpt' };
const [one, other, third] = ['one', 'other', 'third'].map((text) => contextKey(model, text)) as [
  string,
  string,
  string,
];
const revisions = async (documentId: string) => {
  const rows = await database.chunkContext.findMany({ where: { documentId }, orderBy: { context: 'asc' } });
  return rows.map(({ context, revision }) => `${context} ${revision}`);
};

test('a sentence belongs to a text and the model that wrote it', () => {
  expect(one).toMatch(/^[0-9a-f]{64}$/);
  const keys = [
    contextKey(model, 'one'),
    contextKey(model, 'two'),
    contextKey({ ...model, model: 'another' }, 'one'),
    contextKey({ ...model, provider: 'ANOTHER' }, 'one'),
  ];
  expect(new Set(keys).size).toBe(4);
  expect(keys[0]).toBe(one);
  expect(contextOrigin(model)).toBe('[1,"OPENAI","gpt"]');
});

test('the first sentence of a chunk stays, and is read by its key, of its document alone', async () => {
  const [id, neighbor] = [await accept(), await accept()];
  expect(await recordContext(database, { id, revision: 1 }, { key: one, context: 'first' })).toBe('first');
  expect(await recordContext(database, { id, revision: 1 }, { key: one, context: 'second' })).toBe('first');
  await recordContext(database, { id: neighbor, revision: 1 }, { key: one, context: 'theirs' });
  expect(await readContexts(database, id, [one, other])).toEqual(new Map([[one, 'first']]));
  expect(await readContexts(database, id, [])).toEqual(new Map());
});

test('a document that was purged meanwhile gets no sentence, and its writer has the one that it wrote', async () => {
  const id = randomUUID();
  expect(await recordContext(database, { id, revision: 1 }, { key: one, context: 'first' })).toBe('first');
  expect(await revisions(id)).toEqual([]);
});

test('sentences that a newer content has are of that content, and none becomes older', async () => {
  const id = await accept();
  await recordContext(database, { id, revision: 3 }, { key: one, context: 'one' });
  await recordContext(database, { id, revision: 1 }, { key: other, context: 'other' });
  await recordContext(database, { id, revision: 1 }, { key: third, context: 'third' });
  expect(await takeContexts(database, { id, revision: 2 }, [one, other])).toEqual(
    new Map([
      [one, 'one'],
      [other, 'other'],
    ]),
  );
  expect(await revisions(id)).toEqual(['one 3', 'other 2', 'third 1']);
});

test('sentences that none of the last ten contents has are deleted, of the document alone', async () => {
  const [id, neighbor] = [await accept(), await accept()];
  await succeedDocument(database, await claim(id), embedded);
  await database.document.update({ where: { id }, data: { activeRevision: 12 } });
  await recordContext(database, { id, revision: 1 }, { key: one, context: 'one' });
  await recordContext(database, { id, revision: 2 }, { key: other, context: 'other' });
  await recordContext(database, { id: neighbor, revision: 1 }, { key: one, context: 'theirs' });
  await deleteUnusedContexts(database, id);
  expect([await revisions(id), await revisions(neighbor)]).toEqual([['other 2'], ['theirs 1']]);
});

test('the vectors of a document are listed page by page, of one revision or of all', async () => {
  const id = await accept();
  const claimed = await claim(id);
  const names = Array.from({ length: 2_001 }, (_, ordinal) => String(ordinal));
  await recordChunks(
    database,
    claimed,
    names.map((name, ordinal) => chunk(id, ordinal, name)),
  );
  await database.chunk.create({
    data: { documentId: id, revision: 2, ordinal: 0, vectorId: 'newer', tokens: 1, start: 0, end: 1 },
  });
  const pagesOf = async (revision?: number) =>
    (
      await Array.fromAsync(
        listVectors(database, { documentId: id, ...(revision !== undefined && { revision }) }),
      )
    ).map((page) => page.length);
  expect(await pagesOf()).toEqual([1_000, 1_000, 2]);
  expect(await pagesOf(1)).toEqual([1_000, 1_000, 1]);
  expect(await pagesOf(2)).toEqual([1]);
  expect(await Array.fromAsync(listVectors(database, { documentId: randomUUID() }))).toEqual([]);
});
