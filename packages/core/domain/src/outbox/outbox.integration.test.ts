import { discoverSource, type Producer, type QueuedJob } from '@docfleet/queues';
import { beforeEach, expect, test } from '@jest/globals';
import { database } from '../../test/domain.fixture.ts';
import { createId } from '../database/identifier.ts';
import { relayOutbox } from './index.ts';
import { writeOutbox } from './outbox.ts';

let added: QueuedJob[];
const producer: Producer = {
  add: async (jobs) => void added.push(...jobs),
  ping: async () => undefined,
  takesJobs: async () => true,
  close: async () => undefined,
};
beforeEach(async () => {
  added = [];
  await database.outboxEntry.deleteMany();
});

const age = () => database.outboxEntry.updateMany({ data: { createdAt: new Date(Date.now() - 10_000) } });

test('the relay enqueues the jobs that were left in the outbox as they were written', async () => {
  const { id: _, ...job } = await writeOutbox(database, discoverSource, { ingestJobRunId: createId() });
  expect(await relayOutbox(database, producer)).toBe(0);
  await age();
  expect(await relayOutbox(database, producer)).toBe(1);
  expect(added).toEqual([
    expect.objectContaining({ queue: job.queue, dedupeKey: job.dedupeKey, payload: job.payload }),
  ]);
  expect(await database.outboxEntry.count()).toBe(0);
});

test('an outbox entry of an unknown format is reported and kept, and does not block the others', async () => {
  const unreadable = createId();
  await database.outboxEntry.create({
    data: { id: unreadable, queue: discoverSource.name, payload: { payload: {}, key: 'x' } },
  });
  const job = await writeOutbox(database, discoverSource, { ingestJobRunId: createId() });
  await age();
  await expect(relayOutbox(database, producer)).rejects.toThrow(unreadable);
  expect(added.map(({ dedupeKey }) => dedupeKey)).toEqual([job.dedupeKey]);
  expect(await database.outboxEntry.findMany({ select: { id: true } })).toEqual([{ id: unreadable }]);
});
