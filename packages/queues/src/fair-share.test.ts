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

test('a slot that becomes free goes to who waits for it', async () => {
  const { begun, endOne } = ask(createFairShare(5), 'a', 5);
  expect(begun()).toBe(4);
  endOne();
  expect(begun()).toBe(3);
  await eventually(() => expect(begun()).toBe(4));
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
