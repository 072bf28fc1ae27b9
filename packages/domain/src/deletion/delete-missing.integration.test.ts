import { expect, test } from '@jest/globals';
import { actor, database, namespace, vault } from '../../test/domain.fixture.ts';
import { createId } from '../database/identifier.ts';
import { acceptSource } from '../ingest/index.ts';
import type { OutboxJob } from '../outbox/index.ts';
import { addDocumentsToRun, cancelIngestJobRun, findRunWithDocuments, findSourceRun } from '../run/index.ts';
import { closeUnconfirmed, confirmDeletion, deleteMissing, type EndedListing } from './index.ts';

const usual = { percent: 20, documents: 100 };
const unlimited = { percent: 100, documents: 1_000_000 };
const roomForAll = { windowSize: 100_000 };

/** A run of a sitemap's job, which names so many pages from the first on. */
async function runNaming(count: number, { of, from = 0 }: { of?: string | undefined; from?: number } = {}) {
  const accepted = of
    ? { ingestJobId: of, ingestJobRunId: await nextRun(of) }
    : await acceptSource(database, vault, {
        organizationId: namespace.organizationId,
        namespaceId: namespace.id,
        tenantId: null,
        source: 'SITEMAP',
        config: { url: 'https://example.com/sitemap.xml' },
        chunkSize: 1_000,
        chunkOverlap: 200,
        syncFrequency: 'DAILY',
      });
  await addPages(accepted.ingestJobRunId, from, count);
  return accepted;
}

/** The scheduler's. */
async function nextRun(ingestJobId: string): Promise<string> {
  const id = createId();
  const { organizationId, id: namespaceId } = namespace;
  const listed = { listing: 'SOURCE', unfinishedDocuments: 1, scheduledFor: new Date() } as const;
  await database.ingestJobRun.create({ data: { id, organizationId, namespaceId, ingestJobId, ...listed } });
  return id;
}

/** Ends the listing of a run; returns whether the run may end, and how many documents there are. */
async function end(ingestJobRunId: string, listing: Partial<EndedListing> = {}) {
  const run = await findSourceRun(database, vault, ingestJobRunId);
  if (!run) throw new Error('The run is not being listed');
  const dispatched: OutboxJob[] = [];
  const mayEnd = await deleteMissing(database, run, {
    proof: 'STATED',
    limits: usual,
    dispatch: (jobs) => void dispatched.push(...jobs),
    ...listing,
  });
  return { mayEnd, dispatched: dispatched.length, left: await countLeft(), run };
}

const countLeft = () =>
  database.document.count({ where: { namespaceId: namespace.id, liveKey: { not: null } } });

async function accountOf(ingestJobRunId: string) {
  const place = { namespaceId: namespace.id, tenantId: undefined, ingestJobRunId };
  return (await findRunWithDocuments(database, place))?.items;
}

const statusOf = async (id: string) => {
  const { status, errorMessage } = await database.ingestJobRun.findUniqueOrThrow({ where: { id } });
  return { status, errorMessage };
};

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

async function addPages(id: string, from: number, count: number): Promise<void> {
  const found = Array.from({ length: count }, (_, index) => ({
    externalId: `https://example.com/${from + index}`,
    name: null,
    documentType: 'URL',
    ingestionSource: 'SITEMAP',
    metadata: {},
    stage: 'FETCH_PAGE' as const,
  }));
  expect(await addDocumentsToRun(database, id, found, roomForAll)).toBeDefined();
}

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

test.each([
  { percent: 0, documents: 100 },
  { percent: 100, documents: 0 },
])('where %p may be deleted without a confirmation, small jobs ask too', async (limits) => {
  const { ingestJobId } = await runNaming(8);
  const { ingestJobRunId } = await runNaming(7, { of: ingestJobId });
  expect(await end(ingestJobRunId, { lookUp: async () => true, limits })).toMatchObject({ mayEnd: false });
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
