import { expect, test } from '@jest/globals';
import { actor, database } from '../../test/domain.fixture.ts';
import {
  accountOf,
  addPages,
  end,
  nextRun,
  runNaming,
  statusOf,
  unlimited,
} from '../../test/missing-documents.fixture.ts';
import { confirmDeletion } from './index.ts';

test('what a proven listing no longer names is deleted within the limits', async () => {
  const { ingestJobId } = await runNaming(10);
  const { ingestJobRunId } = await runNaming(8, { of: ingestJobId });
  expect(await end(ingestJobRunId)).toMatchObject({ mayEnd: true, left: 8 });
  expect(await accountOf(ingestJobRunId)).toMatchObject({
    deleted: 2,
    reasons: expect.arrayContaining([
      { part: 'deleted', reason: 'It is no longer among what its source lists', items: 2 },
    ]),
  });
});

test.each(['STATED', 'NONE'] as const)(
  'what a listing that is %s adds does not make what it misses a smaller share, also for the next one',
  async (proof) => {
    const { ingestJobId } = await runNaming(10);
    for (const _ of ['first', 'again']) {
      const { ingestJobRunId: id } = await runNaming(4, { of: ingestJobId });
      await addPages(id, 100, 90);
      expect(await end(id, { proof, lookUp: async () => true })).toMatchObject({ mayEnd: false, left: 100 });
      expect(await accountOf(id)).toMatchObject({ deletion: { missing: 6, documents: 10 } });
    }
  },
);

test('a listing that proves nothing deletes nothing by itself, whatever the limits are', async () => {
  const { ingestJobId } = await runNaming(10);
  const { ingestJobRunId } = await runNaming(9, { of: ingestJobId });
  expect(await end(ingestJobRunId, { proof: 'NONE', limits: unlimited })).toMatchObject({
    mayEnd: false,
    left: 10,
  });
  expect(await statusOf(ingestJobRunId)).toMatchObject({ status: 'NEEDS_CONFIRMATION' });
});

test('a listing that names nothing proves nothing, whatever its source says and the limits are', async () => {
  const { ingestJobId } = await runNaming(2);
  const id = await nextRun(ingestJobId);
  expect(await end(id, { limits: unlimited })).toMatchObject({ mayEnd: false, left: 2 });
  expect(await statusOf(id)).toMatchObject({ status: 'NEEDS_CONFIRMATION' });
});

test.each(['STATED', 'NONE'] as const)(
  'of a listing that is %s, only what its source says is gone is deleted where it can be asked',
  async (proof) => {
    const { ingestJobId } = await runNaming(10);
    const { ingestJobRunId: id } = await runNaming(8, { of: ingestJobId });
    const lookUp = async () => {
      await addPages(id, 8, 1);
      return true;
    };
    expect(await end(id, { proof, lookUp })).toMatchObject({ mayEnd: true, left: 9 });
    expect((await accountOf(id))?.reasons).toContainEqual({
      part: 'deleted',
      reason: 'Its source no longer lists it, and says that it is gone',
      items: 1,
    });
  },
);

test('what only lists show to be gone counts together for a week, so that no source is emptied run by run', async () => {
  const { ingestJobId } = await runNaming(100);
  const first = await runNaming(85, { of: ingestJobId });
  expect(await end(first.ingestJobRunId)).toMatchObject({ mayEnd: true, left: 85 });
  const second = await runNaming(72, { of: ingestJobId });
  expect(await end(second.ingestJobRunId)).toMatchObject({ mayEnd: false, left: 85 });
  const third = await runNaming(80, { of: ingestJobId });
  expect(await end(third.ingestJobRunId)).toMatchObject({ mayEnd: true, left: 80 });
  const past = new Date(Date.now() - 8 * 86_400_000);
  await database.ingestJobRun.updateMany({ where: { ingestJobId }, data: { createdAt: past } });
  const earlier = new Date(past.getTime() - 86_400_000);
  await database.document.updateMany({ where: { ingestJobId }, data: { createdAt: earlier } });
  const later = await runNaming(65, { of: ingestJobId });
  expect(await end(later.ingestJobRunId)).toMatchObject({ mayEnd: true, left: 65 });
});

test.each([
  ['three of eight', 8, 5, true],
  ['one of three', 3, 2, true],
  ['half of a job', 2, 1, false],
  ['four of nine', 9, 5, false],
])('of a small job, %s that are gone by their own word', async (_, before, after, mayEnd) => {
  const { ingestJobId } = await runNaming(before);
  const { ingestJobRunId } = await runNaming(after, { of: ingestJobId });
  const ended = await end(ingestJobRunId, { lookUp: async () => true });
  expect(ended).toMatchObject({ mayEnd, left: mayEnd ? after : before });
});

test('what a source may leave out on purpose is looked up unless a person has decided, and proves nothing', async () => {
  const { ingestJobId } = await runNaming(10);
  let lookedUp = 0;
  const pages = {
    mayLeaveOut: true,
    lookUp: async () => {
      lookedUp += 1;
      return true;
    },
  };
  const unproven = await runNaming(9, { of: ingestJobId });
  expect(await end(unproven.ingestJobRunId, { ...pages, proof: 'NONE' })).toMatchObject({ mayEnd: false });
  expect(lookedUp).toBe(0);
  const id = unproven.ingestJobRunId;
  await confirmDeletion(database, actor(), { id, tenantId: null });
  expect(await end(id, { ...pages, proof: 'NONE' })).toMatchObject({ mayEnd: true, left: 9 });
  expect(lookedUp).toBe(0);
  const { ingestJobRunId } = await runNaming(8, { of: ingestJobId });
  expect(await end(ingestJobRunId, pages)).toMatchObject({ mayEnd: true, left: 8 });
  expect(lookedUp).toBe(1);
});

test.each(['STATED', 'NONE'] as const)(
  'where nothing is missing, a list that is %s asks for nothing',
  async (proof) => {
    const { ingestJobId } = await runNaming(3);
    const { ingestJobRunId } = await runNaming(3, { of: ingestJobId });
    let lookedUp = 0;
    const lookUp = async () => {
      lookedUp += 1;
      return true;
    };
    expect(await end(ingestJobRunId, { proof })).toMatchObject({ mayEnd: true, dispatched: 0 });
    expect(await end(ingestJobRunId, { proof, lookUp })).toMatchObject({ mayEnd: true, dispatched: 0 });
    expect(lookedUp).toBe(0);
  },
);
