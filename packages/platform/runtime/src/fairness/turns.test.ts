import { expect, test } from '@jest/globals';
import { createActiveOwners } from './owner.ts';
import { createTurns } from './turns.ts';

const signal = new AbortController().signal;

/** Work that ends when the test says so. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

test('an organization has so many at once, the next one waits for a turn, and another organization does not', async () => {
  const turns = createTurns({ perOwner: 2, waitMs: 60_000 });
  const running = [held(), held()];
  const taken = running.map(({ work }) => turns.take('a', signal, work));
  const order: string[] = [];
  const waiting = turns.take('a', signal, async () => void order.push('a'));
  await turns.take('b', signal, async () => void order.push('b'));
  expect(order).toEqual(['b']);
  running[0]?.end();
  await waiting;
  expect(order).toEqual(['b', 'a']);
  running[1]?.end();
  await Promise.all(taken);
});

test('one that gets no turn is refused with when to come again, and leaves no turn behind', async () => {
  const turns = createTurns({ perOwner: 1, waitMs: 5 });
  const first = held();
  const taken = turns.take('a', signal, first.work);
  await expect(turns.take('a', signal, async () => 1)).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    details: { retryAfterMs: 1_000 },
  });
  first.end();
  await taken;
  expect(await turns.take('a', signal, async () => 2)).toBe(2);
});

test('a caller that goes away does not wait, and work that fails frees its turn', async () => {
  const turns = createTurns({ perOwner: 1, waitMs: 60_000 });
  const first = held();
  const taken = turns.take('a', signal, first.work);
  const gone = new AbortController();
  const waiting = turns.take('a', gone.signal, async () => 1);
  gone.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  first.end();
  await taken;
  await expect(turns.take('a', signal, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await turns.take('a', signal, async () => 3)).toBe(3);
});

test('a turn is always left for another owner, and a free one passes to the owner with the fewest', async () => {
  const turns = createTurns({ perOwner: 2, atOnce: 3, waitMs: 60_000 });
  const own = [await turns.begin('a', signal), await turns.begin('a', signal)];
  const order: string[] = [];
  const enter = (owner: string) =>
    turns.begin(owner, signal).then((turn) => {
      order.push(owner);
      return turn;
    });
  const waiting = [enter('a'), enter('a')];
  const other = await enter('b');
  waiting.push(enter('b'));
  own[0]?.end();
  other.end();
  await Promise.all([waiting[0], waiting[2]]);
  expect(order).toEqual(['b', 'a', 'b']);
  own[1]?.end();
  await waiting[1];
});

test('a turn is released while a vendor is waited for, and taken again before the work goes on', async () => {
  const turns = createTurns({ perOwner: 1, waitMs: 60_000 });
  const vendor = held();
  const order: string[] = [];
  const hanging = turns.take('a', signal, async (turn) => {
    await turn.release(vendor.work);
    order.push('goes on');
  });
  const next = held();
  const second = turns.take('a', signal, async () => {
    order.push('second');
    await next.work();
  });
  vendor.end();
  await new Promise(setImmediate);
  expect(order).toEqual(['second']);
  next.end();
  await Promise.all([hanging, second]);
  expect(order).toEqual(['second', 'goes on']);
});

test('a released turn whose caller goes away is not taken again, nor one that has ended', async () => {
  const turns = createTurns({ perOwner: 1, waitMs: 5 });
  const gone = new AbortController();
  const vendor = held();
  const left = turns.take('a', gone.signal, (turn) => turn.release(vendor.work));
  await new Promise(setImmediate);
  const other = await turns.begin('a', signal);
  vendor.end();
  await new Promise(setImmediate);
  gone.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  const late = held();
  const waits = other.release(late.work);
  other.end();
  late.end();
  await waits;
  expect(await turns.take('a', signal, async () => 'free')).toBe('free');
});

test('beside others that are active an owner has fewer at once, and all of them again after ten seconds', async () => {
  let now = 0;
  const active = createActiveOwners(() => now);
  const turns = createTurns({ perOwner: 3, besideOthers: { turns: 1, active }, waitMs: 60_000 });
  active.note('a');
  const own = [await turns.begin('a', signal), await turns.begin('a', signal)];
  active.note('b');
  active.note('a');
  const order: number[] = [];
  const waiting = [0, 1, 2].map(async (at) => {
    const turn = await turns.begin('a', signal);
    order.push(at);
    return turn;
  });
  own[0]?.end();
  await new Promise(setImmediate);
  expect(order).toEqual([]);
  own[1]?.end();
  const first = await waiting[0];
  await new Promise(setImmediate);
  expect(order).toEqual([0]);
  // Another owner's turn does not wait for it.
  (await turns.begin('b', signal)).end();
  now += 10_001;
  active.note('a');
  first?.end();
  await Promise.all(waiting);
  expect(order).toEqual([0, 1, 2]);
});
