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

/** Asks for more slots than there are. */
function ask(share: ReturnType<typeof createFairShare>, owner: string, times: number) {
  const { work, ...handle } = openEndedWork();
  for (let asked = 0; asked < times; asked += 1) void share.take([owner], work);
  return handle;
}

test('a namespace whose work does not end gets four fifths of the slots, the next ones shares of the rest', () => {
  const share = createFairShare(100);
  const namespaces = ['a', 'b', 'c', 'd'];
  expect(namespaces.map((owner) => ask(share, owner, 200).begun())).toEqual([80, 16, 3, 1]);
});

test("what is ahead in the queue does not wait for its owner's share, and leaves the last slot to others", async () => {
  const share = createFairShare(32);
  const { work, begun } = openEndedWork();
  const take = (owner: string, place: number) => void share.take([owner], work, { place });
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
  const wait = (name: string, place: number) =>
    share.take(['a'], async () => void began.push(name), { place });
  const waiting = [wait('late', 200), wait('next', 7), wait('as late', 200), wait('first', 1)];
  endOne();
  await Promise.all(waiting);
  expect(began).toEqual(['first', 'next', 'late', 'as late']);
});

test('an owner waits for a slot for as long as it takes', async () => {
  const share = createFairShare(2);
  const done: string[] = [];
  const quick = async () => void done.push('quick');
  await Promise.all(Array.from({ length: 50 }, () => share.take(['a'], quick)));
  expect(done).toHaveLength(50);
});

test('a single slot serves everyone in turn', async () => {
  const share = createFairShare(1);
  const results = await Promise.all(['a', 'b', 'a'].map((id) => share.take([id], async () => id)));
  expect(results).toEqual(['a', 'b', 'a']);
});

test('an organization with many namespaces gets no more slots than one with a single namespace, and the last one is for another', () => {
  const share = createFairShare(100);
  const { work, begun } = openEndedWork();
  for (let number = 0; number < 500; number += 1) void share.take(['many', `n${number}`], work);
  expect(begun()).toBeLessThan(85);
  const other = openEndedWork();
  void share.take(['other', 'n'], other.work);
  expect(other.begun()).toBe(1);
});

test('a namespace whose work does not end leaves slots to another namespace of its organization', () => {
  const share = createFairShare(100);
  const { work } = openEndedWork();
  for (let number = 0; number < 500; number += 1) void share.take(['o', 'hanging'], work);
  const sibling = openEndedWork();
  for (let number = 0; number < 5; number += 1) void share.take(['o', 'sibling'], sibling.work);
  expect(sibling.begun()).toBeGreaterThan(2);
});

test('of those that wait, the organization with the fewest slots comes first, however late it came', async () => {
  const share = createFairShare(6);
  const { work, endOne } = openEndedWork();
  for (const owner of ['x', 'y', 'many', 'many', 'many', 'few']) void share.take([owner], work);
  const began: string[] = [];
  const wait = (owner: string) => share.take([owner], async () => void began.push(owner));
  const waiting = [wait('many'), wait('few')];
  endOne();
  endOne();
  await Promise.all(waiting);
  expect(began[0]).toBe('few');
});

test('one that stops waiting rejects with its reason and takes no slot', async () => {
  const share = createFairShare(1);
  const { work, endOne } = openEndedWork();
  void share.take(['a'], work);
  const leave = new AbortController();
  const left = share.take(['b'], work, { signal: leave.signal });
  leave.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  endOne();
  await eventually(() => expect(share.inUse()).toBe(0));
});
