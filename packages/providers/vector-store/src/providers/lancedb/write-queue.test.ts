import { AppError } from '@docfleet/errors';
import { eventually } from '@docfleet/testing';
import { describe, expect, test } from '@jest/globals';
import { vectorRecord } from '../../../test/conformance-records.ts';
import { foldWrites, type WriteBatch } from './write-batch.ts';
import { createWriteQueue } from './write-queue.ts';

const alive = new AbortController().signal;

/** A queue whose commits end when the test says so. */
function slowQueue() {
  const commits: { batch: WriteBatch; end: PromiseWithResolvers<void> }[] = [];
  const queue = createWriteQueue((batch) => {
    const end = Promise.withResolvers<void>();
    commits.push({ batch, end });
    return end.promise;
  });
  return { queue, commits };
}

const upsert = (index: number) => ({ kind: 'upsert', records: [vectorRecord(index)] }) as const;

test('what arrives during a commit makes up one next commit', async () => {
  const { queue, commits } = slowQueue();
  const first = queue.add(upsert(1), alive);
  const others = [queue.add(upsert(2), alive), queue.add(upsert(3), alive), queue.add(upsert(4), alive)];
  commits[0]?.end.resolve();
  await first;
  await eventually(() => expect(commits).toHaveLength(2));
  expect(commits.map(({ batch }) => [...batch.upserts.keys()])).toEqual([
    ['doc0#1'],
    ['doc0#2', 'doc0#3', 'doc0#4'],
  ]);
  commits[1]?.end.resolve();
  await Promise.all(others);
});

test('a failed commit fails its own callers and no later ones', async () => {
  const { queue, commits } = slowQueue();
  const first = queue.add(upsert(1), alive);
  const second = queue.add(upsert(2), alive);
  commits[0]?.end.reject(new Error('disk full'));
  await expect(first).rejects.toThrow('disk full');
  await eventually(() => expect(commits).toHaveLength(2));
  commits[1]?.end.resolve();
  await second;
});

describe('one bad write among a hundred', () => {
  const ids = Array.from({ length: 101 }, (_, index) => vectorRecord(index).id);

  /** Writes a hundred at once into a queue whose commits fail as `failure` says; returns who failed and what was committed. */
  async function writeHundred(failure: (batch: readonly string[]) => Error | undefined) {
    const committed: string[] = [];
    let commits = 0;
    const queue = createWriteQueue(async ({ upserts }) => {
      commits += 1;
      const batch = [...upserts.keys()];
      const error = failure(batch);
      if (error) throw error;
      committed.push(...batch);
    });
    // The first is committed alone, so that the hundred share the next commit.
    const writes = Array.from({ length: 101 }, (_, index) => queue.add(upsert(index), alive));
    const outcomes = await Promise.allSettled(writes);
    await queue.idle();
    const failed = outcomes.flatMap(({ status }, index) => (status === 'rejected' ? (ids[index] ?? []) : []));
    return { failed, committed, commits };
  }
  test.each([
    ['is refused', new AppError('PROVIDER_REJECTED', 'wrong dimension')],
    ['makes a commit fail', new AppError('PROVIDER_UNAVAILABLE', 'did not answer')],
  ])('fails alone where it %s, and the others are committed once', async (_, error) => {
    for (const bad of [1, 50, 100].map((index) => vectorRecord(index).id)) {
      const { failed, committed } = await writeHundred((batch) => (batch.includes(bad) ? error : undefined));
      expect(failed).toEqual([bad]);
      expect(committed.toSorted()).toEqual(ids.filter((id) => id !== bad).toSorted());
    }
  });

  test('is not looked for in a store that is away', async () => {
    const { failed, commits } = await writeHundred(() => new AppError('PROVIDER_UNAVAILABLE', 'no'));
    expect(failed).toEqual(ids);
    expect(commits).toBeLessThanOrEqual(4);
  });
});

test('a write that waits is withdrawn when its caller aborts, and never happens', async () => {
  const { queue, commits } = slowQueue();
  const first = queue.add(upsert(1), alive);
  const controller = new AbortController();
  const second = queue.add(upsert(2), controller.signal);
  const third = queue.add(upsert(3), alive);
  controller.abort(new Error('too late'));
  await expect(second).rejects.toThrow('too late');
  commits[0]?.end.resolve();
  await first;
  await eventually(() => expect(commits).toHaveLength(2));
  expect([...(commits[1]?.batch.upserts.keys() ?? [])]).toEqual(['doc0#3']);
  commits[1]?.end.resolve();
  await third;
});

test('a caller that aborts during the commit of its write learns of it when it has taken effect', async () => {
  const { queue, commits } = slowQueue();
  const controller = new AbortController();
  const events: string[] = [];
  const adding = queue.add(upsert(1), controller.signal).then(() => events.push('released'));
  controller.abort(new Error('too late'));
  await new Promise(setImmediate);
  events.push('committed');
  commits[0]?.end.resolve();
  await adding;
  expect(events).toEqual(['committed', 'released']);
});

test('a caller that aborts does not wait for ever for a commit that hangs', async () => {
  const queue = createWriteQueue(() => new Promise(() => undefined), undefined, 0);
  const controller = new AbortController();
  const adding = queue.add(upsert(1), controller.signal);
  controller.abort(new Error('too late'));
  await expect(adding).rejects.toThrow('too late');
});

test('the last word on an id wins, in whatever order the words came', () => {
  const record = vectorRecord(1);
  const remove = { kind: 'remove', ids: [record.id] } as const;
  const change = { kind: 'metadata', ids: [record.id], metadata: { a: 2 } } as const;
  const write = { kind: 'upsert', records: [record] } as const;
  const outcome = (batch: WriteBatch) => ({
    upserts: [...batch.upserts.values()].map(({ metadata }) => metadata),
    removals: [...batch.removals],
    metadata: [...batch.metadata.values()],
    terms: [...batch.terms.values()],
  });
  const nothing = { upserts: [], removals: [], metadata: [], terms: [] };
  expect(outcome(foldWrites([write, remove]))).toEqual({ ...nothing, removals: [record.id] });
  expect(outcome(foldWrites([remove, write]))).toEqual({ ...nothing, upserts: [{}] });
  expect(outcome(foldWrites([write, change]))).toEqual({ ...nothing, upserts: [{ a: 2 }] });
  expect(outcome(foldWrites([change, write]))).toEqual({ ...nothing, upserts: [{}] });
  expect(outcome(foldWrites([remove, change]))).toEqual({ ...nothing, removals: [record.id] });
  expect(outcome(foldWrites([change]))).toEqual({ ...nothing, metadata: [{ a: 2 }] });
  const encode = { kind: 'terms', terms: new Map([[record.id, ['b']]]) } as const;
  expect(outcome(foldWrites([encode, change]))).toEqual({ ...nothing, metadata: [{ a: 2 }], terms: [['b']] });
  expect(outcome(foldWrites([encode, write]))).toEqual({ ...nothing, upserts: [{}] });
  expect(outcome(foldWrites([remove, encode]))).toEqual({ ...nothing, removals: [record.id] });
  expect(foldWrites([write, encode]).upserts.get(record.id)?.terms).toEqual(['b']);
});
