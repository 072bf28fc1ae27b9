import { expect, test } from '@jest/globals';
import { actor, database, vault } from '../../test/domain.fixture.ts';
import {
  accountOf,
  addPages,
  countLeft,
  end,
  runNaming,
  statusOf,
} from '../../test/missing-documents.fixture.ts';
import { cancelIngestJobRun, findSourceRun } from '../run/index.ts';
import { closeUnconfirmed, confirmDeletion } from './index.ts';

test.each([
  ['a share', 10, 7, 3],
  ['a number', 1_250, 1_000, 250],
])(
  'missing documents beyond %s are deleted only once they are confirmed',
  async (_, before, after, missing) => {
    const { ingestJobId } = await runNaming(before);
    const { ingestJobRunId: id } = await runNaming(after, { of: ingestJobId });
    expect(await end(id)).toMatchObject({ mayEnd: false, left: before });
    expect(await statusOf(id)).toEqual({
      status: 'NEEDS_CONFIRMATION',
      errorMessage: `The listing did not name ${missing} of ${before} documents: they are deleted once this is confirmed`,
    });
    const account = await accountOf(id);
    expect(account).toMatchObject({ deleted: 0, deletion: { missing, documents: before } });
    expect(account?.deletion?.examples.length).toBe(Math.min(missing, 10));
    const jobs = await confirmDeletion(database, actor(), { id, tenantId: null });
    expect(jobs).toMatchObject([{ queue: 'discover-source', payload: { ingestJobRunId: id } }]);
    expect(await database.outboxEntry.count({ where: { id: jobs?.[0]?.id ?? '' } })).toBe(1);
    expect(await statusOf(id)).toEqual({ status: 'PROCESSING', errorMessage: null });
    expect(
      await database.auditEvent.findMany({
        where: { action: 'ingest_job_run.deletion_confirmed', targetId: id },
      }),
    ).toMatchObject([{ targetType: 'ingest_job_run', tenantId: null, details: { documents: missing } }]);
    expect(await end(id)).toMatchObject({ mayEnd: true, left: after });
    expect(await accountOf(id)).toMatchObject({ deleted: missing });
  },
);

test('what was added while no one confirmed counts once a listing misses little', async () => {
  const { ingestJobId } = await runNaming(10);
  const asks = await runNaming(4, { of: ingestJobId });
  await addPages(asks.ingestJobRunId, 10, 90);
  expect(await end(asks.ingestJobRunId)).toMatchObject({ mayEnd: false });
  const whole = await runNaming(100, { of: ingestJobId });
  expect(await end(whole.ingestJobRunId)).toMatchObject({ mayEnd: true, left: 100 });
  await database.ingestJobRun.update({ where: { id: whole.ingestJobRunId }, data: { status: 'COMPLETED' } });
  const fewer = await runNaming(85, { of: ingestJobId });
  expect(await end(fewer.ingestJobRunId)).toMatchObject({ mayEnd: true, left: 85 });
});

test('what is beyond the limits is looked up after it was confirmed, and not before', async () => {
  const { ingestJobId } = await runNaming(10);
  const { ingestJobRunId: id } = await runNaming(5, { of: ingestJobId });
  let lookedUp = 0;
  const lookUp = async () => {
    lookedUp += 1;
    await addPages(id, 5, 4);
    return true;
  };
  expect(await end(id, { lookUp })).toMatchObject({ mayEnd: false, left: 10 });
  expect(lookedUp).toBe(0);
  await confirmDeletion(database, actor(), { id, tenantId: null });
  expect(await end(id, { lookUp })).toMatchObject({ mayEnd: true, left: 9 });
});

test('a run that waits for a confirmation ends with the next one of its job, and deletes nothing', async () => {
  const { ingestJobId } = await runNaming(4);
  const { ingestJobRunId: waiting } = await runNaming(1, { of: ingestJobId });
  await end(waiting);
  const { ingestJobRunId } = await runNaming(4, { of: ingestJobId });
  const run = await findSourceRun(database, vault, ingestJobRunId);
  await closeUnconfirmed(database, run!);
  expect(await statusOf(waiting)).toMatchObject({
    errorMessage: expect.stringContaining('nothing was deleted'),
  });
  expect(await confirmDeletion(database, actor(), { id: waiting, tenantId: null })).toBeUndefined();
  expect(await end(ingestJobRunId)).toMatchObject({ mayEnd: true, left: 4 });
});

test('what is deleted already is neither counted nor named among what a confirmation would delete', async () => {
  const { ingestJobId } = await runNaming(10);
  const first = await runNaming(8, { of: ingestJobId, from: 2 });
  await end(first.ingestJobRunId);
  const { ingestJobRunId: id } = await runNaming(4, { of: ingestJobId, from: 6 });
  await end(id);
  const { deletion } = (await accountOf(id)) ?? {};
  expect(deletion).toMatchObject({ missing: 4, documents: 8 });
  expect(deletion?.examples.map(({ externalId }) => externalId)).toEqual(
    [2, 3, 4, 5].map((page) => `https://example.com/${page}`),
  );
});

test('a run that is cancelled while it waits for a confirmation deletes nothing', async () => {
  const { ingestJobId } = await runNaming(4);
  const { ingestJobRunId: id } = await runNaming(1, { of: ingestJobId });
  await end(id);
  for await (const _ of cancelIngestJobRun(database, actor(), { id, tenantId: null }));
  expect(await countLeft()).toBe(4);
  expect(await statusOf(id)).toMatchObject({ status: 'COMPLETED' });
});

test('what a person has confirmed leaves the week as it was', async () => {
  const { ingestJobId } = await runNaming(100);
  const { ingestJobRunId: id } = await runNaming(50, { of: ingestJobId });
  await end(id);
  await confirmDeletion(database, actor(), { id, tenantId: null });
  expect(await end(id)).toMatchObject({ left: 50 });
  const next = await runNaming(41, { of: ingestJobId });
  expect(await end(next.ingestJobRunId)).toMatchObject({ mayEnd: true, left: 41 });
});

test.each([
  { percent: 0, documents: 100 },
  { percent: 100, documents: 0 },
])('where %p may be deleted without a confirmation, small jobs ask too', async (limits) => {
  const { ingestJobId } = await runNaming(8);
  const { ingestJobRunId } = await runNaming(7, { of: ingestJobId });
  expect(await end(ingestJobRunId, { lookUp: async () => true, limits })).toMatchObject({ mayEnd: false });
});

test('a run that is cancelled while its source is asked is not stopped for a confirmation', async () => {
  const { ingestJobId } = await runNaming(10);
  const { ingestJobRunId: id } = await runNaming(5, { of: ingestJobId });
  const lookUp = async () => {
    for await (const _ of cancelIngestJobRun(database, actor(), { id, tenantId: null }));
    return true;
  };
  expect(await end(id, { proof: 'NONE', lookUp })).toMatchObject({ mayEnd: false, left: 10 });
  expect((await statusOf(id)).status).not.toBe('NEEDS_CONFIRMATION');
});
