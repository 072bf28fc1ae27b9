import { expect, test } from '@jest/globals';
import { createExpensiveTurns } from './expensive-turns.ts';

const signal = new AbortController().signal;

/** Work that ends when the test says so. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

test('an organisation has so many at once, the next one waits for a turn, and another organisation does not', async () => {
  const turns = createExpensiveTurns({ max: 2, waitMs: 60_000 });
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
  const turns = createExpensiveTurns({ max: 1, waitMs: 5 });
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
  const turns = createExpensiveTurns({ max: 1, waitMs: 60_000 });
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
