import { eventually } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { createFairShare } from './fair-share.ts';

/** Work that runs until it is ended; counts how many began. */
function openEndedWork() {
  const ends: (() => void)[] = [];
  return {
    begun: () => ends.length,
    work: () => new Promise<void>((resolve) => ends.push(resolve)),
    endOne: () => ends.shift()?.(),
  };
}

/** Asks for more slots than there are; what is refused is refused. */
function ask(share: ReturnType<typeof createFairShare>, owner: string, times: number) {
  const { work, ...handle } = openEndedWork();
  const asked = Array.from({ length: times }, () => share.take(owner, work));
  const refused = Promise.allSettled(asked.slice(-1));
  for (const one of asked) one.catch(() => undefined); // Most are refused, which only the last one is looked at for.
  return { ...handle, refused };
}

test('a namespace whose work does not end gets four fifths of the slots, the next ones shares of the rest', () => {
  const share = createFairShare(100);
  const namespaces = ['a', 'b', 'c', 'd'];
  expect(namespaces.map((owner) => ask(share, owner, 200).begun())).toEqual([80, 16, 3, 1]);
});

test('what gets no slot in a moment is sent back to the queue, with a time to come again', async () => {
  const { refused } = ask(createFairShare(5), 'a', 6);
  expect(await refused).toMatchObject([
    { reason: { code: 'SERVICE_UNAVAILABLE', details: { retryAfterMs: 1_000 } } },
  ]);
});

test('the one that is ahead in the queue comes again sooner than others, which would overtake it', async () => {
  const share = createFairShare(5);
  ask(share, 'a', 4);
  const asked = [0, 1, 2, 500].map((place) => share.take('a', async () => undefined, place));
  const refused = await Promise.allSettled(asked);
  const delays = refused.map((one) => one.status === 'rejected' && one.reason.details.retryAfterMs);
  expect(delays).toEqual([100, 200, 300, 1_000]);
});

test("what is ahead in the queue does not wait for its owner's share, and leaves the last slot to others", async () => {
  const share = createFairShare(32);
  const { work, begun } = openEndedWork();
  const take = (owner: string, place: number) => void share.take(owner, work, place).catch(() => undefined);
  for (let number = 0; number < 32; number += 1) take('a', 300);
  expect(begun()).toBe(25);
  take('a', 1);
  expect(begun()).toBe(26);
  for (let number = 0; number < 32; number += 1) take('a', 1);
  expect(share.inUse()).toBeLessThan(31);
  take('b', 300);
  expect(begun()).toBe(share.inUse());
});

test('a slot that becomes free goes to who waits for it', async () => {
  const { begun, endOne } = ask(createFairShare(5), 'a', 5);
  expect(begun()).toBe(4);
  endOne();
  expect(begun()).toBe(3);
  await eventually(() => expect(begun()).toBe(4));
});

test('of those that wait, the one that is ahead in the queue gets the slot, and not the first to come', async () => {
  const share = createFairShare(5);
  const { endOne } = ask(share, 'a', 4);
  const began: string[] = [];
  const wait = (name: string, place: number) => share.take('a', async () => void began.push(name), place);
  const waiting = [wait('late', 200), wait('next', 7), wait('as late', 200), wait('first', 1)];
  endOne();
  await Promise.all(waiting);
  expect(began).toEqual(['first', 'next', 'late', 'as late']);
});

test('an owner without a timeout is never sent back', async () => {
  const share = createFairShare(2, 'endless');
  const done: string[] = [];
  const quick = async () => void done.push('quick');
  await Promise.all(Array.from({ length: 50 }, () => share.take('a', quick)));
  expect(done).toHaveLength(50);
});

test('a single slot serves everyone in turn', async () => {
  const share = createFairShare(1);
  const results = await Promise.all(['a', 'b', 'a'].map((id) => share.take(id, async () => id)));
  expect(results).toEqual(['a', 'b', 'a']);
});
