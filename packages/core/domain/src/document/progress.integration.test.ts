import { eventually } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { accept, claim, database } from '../../test/domain.fixture.ts';
import { followProgress, progressOf } from './progress.ts';

const found = async (id: string) => progressOf(await database.document.findUniqueOrThrow({ where: { id } }));
const failed = (error: unknown) => {
  throw error;
};

test('work of some seconds shows how far it has come, and other work nothing', async () => {
  const id = await accept();
  const claimed = await claim(id);
  const report = followProgress(database, claimed, { stage: 'EMBED', onError: failed });
  report({ unit: 'CHUNK', done: 1, total: null });
  expect(await found(id)).toBeNull();
  await eventually(async () => {
    report({ unit: 'CHUNK', done: 300, total: null });
    expect(await found(id)).toEqual({ unit: 'CHUNK', done: 300, total: null });
  });
});

test('the progress of another revision, of another stage, or of a document that has ended is none', () => {
  const progress = { unit: 'PAGE', done: 3, total: 9, revision: 2, stage: 'PARSE' };
  const document = { status: 'PROCESSING', stage: 'PARSE', revision: 2, progress } as const;
  expect(progressOf(document)).toEqual({ unit: 'PAGE', done: 3, total: 9 });
  expect(progressOf({ ...document, revision: 3 })).toBeNull();
  expect(progressOf({ ...document, stage: 'EMBED' })).toBeNull();
  expect(progressOf({ ...document, status: 'SUCCESS' })).toBeNull();
  expect(progressOf({ ...document, progress: { ...progress, unit: 'FURLONG' } })).toBeNull();
});

test('a worker that has lost its document changes nothing of its progress', async () => {
  const id = await accept();
  const claimed = await claim(id);
  const lost = { ...claimed, revision: claimed.revision + 1 };
  const report = followProgress(database, lost, { stage: 'EMBED', onError: failed });
  const held = followProgress(database, claimed, { stage: 'EMBED', onError: failed });
  await eventually(async () => {
    report({ unit: 'CHUNK', done: 7, total: null });
    held({ unit: 'CHUNK', done: 3, total: null });
    expect(await found(id)).toEqual({ unit: 'CHUNK', done: 3, total: null });
  });
});
