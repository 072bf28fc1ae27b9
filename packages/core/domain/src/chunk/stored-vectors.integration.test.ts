import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { accept, chunk, claim, database, embedded } from '../../test/domain.fixture.ts';
import { succeedDocument } from '../document/index.ts';
import { findStoredVectors, findUnknownVectors, listVectors, markStored, recordChunks } from './index.ts';

const texts = ['a', 'b', 'c'];

/** A claimed document with a row for each of three chunks, and another with the same texts. */
async function recordTexts() {
  const id = await accept();
  const claimed = await claim(id);
  const chunks = texts.map((text, ordinal) => chunk(id, ordinal, text));
  await recordChunks(database, claimed, chunks);
  const other = await accept();
  const otherClaimed = await claim(other);
  await recordChunks(
    database,
    otherClaimed,
    texts.map((text, ordinal) => chunk(other, ordinal, text)),
  );
  return { id, claimed, chunks, other };
}
const vectorsOf = (id: string) => texts.map((text) => `${id}#${text}`);

test('a retry goes on after the vectors that are stored, of this revision of this document alone', async () => {
  const { id, claimed, chunks, other } = await recordTexts();
  const stored = (documentId: string) => findStoredVectors(database, documentId, vectorsOf(documentId));
  expect(await stored(id)).toEqual(new Map());
  await markStored(database, { ...claimed, revision: 2 }, chunks);
  expect(await stored(id)).toEqual(new Map());
  await markStored(database, claimed, chunks.slice(1));
  expect(await stored(id)).toEqual(
    new Map([
      [`${id}#b`, false],
      [`${id}#c`, false],
    ]),
  );
  expect(await stored(other)).toEqual(new Map());
  await succeedDocument(database, claimed, embedded);
  expect(await stored(id)).toEqual(new Map(vectorsOf(id).map((vector) => [vector, true])));
  expect(await findStoredVectors(database, id, [`${id}#b`])).toEqual(new Map([[`${id}#b`, true]]));
});

test('a chunk with another vector than the one that was stored is to be stored again', async () => {
  const { id, claimed, chunks } = await recordTexts();
  await markStored(database, claimed, chunks);
  await recordChunks(database, claimed, [chunk(id, 0, 'a'), chunk(id, 1, 'other')]);
  const vectors = [...vectorsOf(id), `${id}#other`];
  const stored = await findStoredVectors(database, id, vectors);
  expect([...stored.keys()].toSorted()).toEqual([`${id}#a`, `${id}#c`]);
});

test('vectors without a row are those of a worker that had lost the document', async () => {
  const { id, other } = await recordTexts();
  const late = [`${id}#late`, ...vectorsOf(id), `${id}#later`];
  expect(await findUnknownVectors(database, id, late)).toEqual([`${id}#late`, `${id}#later`]);
  expect(await findUnknownVectors(database, id, vectorsOf(other))).toEqual(vectorsOf(other));
  expect(await findUnknownVectors(database, randomUUID(), vectorsOf(id))).toEqual(vectorsOf(id));
  expect(await findUnknownVectors(database, id, [])).toEqual([]);
});

test('vectors of one revision are listed by themselves, a thousand at a time', async () => {
  const id = await accept();
  const claimed = await claim(id);
  const count = 1_001;
  const chunks = Array.from({ length: count }, (_, ordinal) => chunk(id, ordinal, String(ordinal)));
  await recordChunks(database, claimed, chunks);
  const listed = (revision?: number) =>
    Array.fromAsync(listVectors(database, { documentId: id, ...(revision !== undefined && { revision }) }));
  const pages = await listed();
  expect(pages.map((page) => page.length)).toEqual([1_000, 1]);
  expect(pages.flat()).toEqual(chunks.map(({ vectorId }) => vectorId));
  expect([(await listed(1)).flat().length, await listed(2)]).toEqual([count, []]);
  // Chunks written by a worker that had lost the document belong to no content.
  const disowned = [0, 1].map((ordinal) => ({ ...chunk(id, ordinal, `late ${ordinal}`), documentId: id }));
  await database.chunk.createMany({ data: disowned.map((row) => ({ ...row, revision: 0 })) });
  expect((await listed(0)).flat()).toEqual(disowned.map(({ vectorId }) => vectorId));
  expect((await listed()).map((page) => page.length)).toEqual([1_000, 3]);
});
