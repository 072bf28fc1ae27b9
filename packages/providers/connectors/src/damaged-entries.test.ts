import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { namingDamaged } from './damaged-entries.ts';
import type { ListPage } from './provider.ts';
import { accept } from './vendor-client.ts';

const reply = z.object({
  of: z.object({ entries: z.array(z.object({ id: z.string() })) }),
  next: z.string().optional(),
});
const page: ListPage = {
  items: [],
  deleted: [],
  skipped: [],
  nextCursor: undefined,
  syncCursor: 'c',
  proof: 'STATED',
};
const answerOf = (...entries: unknown[]) => ({ of: { entries } });
const good = (id: string) => ({ id });

/** Returns the part of an answer that a listing accepts, and the page that the listing makes of it. */
async function listed(answer: unknown, ended: ListPage = page) {
  let read: unknown;
  const made = await namingDamaged(async () => {
    read = accept(answer, reply, 'Acme');
    return ended;
  });
  return { read, made };
}

test('damaged entries are named, the others are read, and the listing proves nothing', async () => {
  const { read, made } = await listed(
    answerOf(good('a'), { name: 'Plan', id: 7 }, null, good('b'), good('c')),
  );
  expect(read).toEqual(answerOf(good('a'), good('b'), good('c')));
  expect(made.proof).toBe('NONE');
  expect(made.skipped).toMatchObject([
    { name: 'Plan', isRefused: true, reason: expect.stringContaining('damaged') },
    { name: 'An entry without a name', isRefused: true },
  ]);
  expect(new Set(made.skipped.map(({ externalId }) => externalId)).size).toBe(2);
});

test('damaged entries of a bare list are named, and the others are read', async () => {
  let read: unknown;
  const made = await namingDamaged(async () => {
    read = accept(
      [good('a'), { path: 'b', id: 7 }, good('c')],
      z.array(z.object({ id: z.string() })),
      'Acme',
    );
    return page;
  });
  expect([read, made.skipped.map(({ name }) => name)]).toEqual([[good('a'), good('c')], ['b']]);
});

test('a page of changes, which proves nothing, is not made to prove anything', async () => {
  const { proof: _, ...changes } = page;
  const { made } = await listed(answerOf(good('a'), null), changes);
  expect(made).not.toHaveProperty('proof');
  expect(made.skipped).toHaveLength(1);
});

test('a page without damage is handed on as it is', async () => {
  expect((await listed(answerOf(good('a')))).made).toBe(page);
});

test.each([
  ['more than half of the list', answerOf(good('a'), null, 7)],
  ['all of the list', answerOf(null)],
  ['what is no entry', { of: { entries: [good('a')] }, next: 7 }],
  ['what is no entry, and an entry', { of: { entries: [good('a'), good('b'), null] }, next: 7 }],
  ['that there is no list', { of: {} }],
])('an answer of another form is refused whole: %s', async (_what, answer) => {
  await expect(listed(answer)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
});

test('outside of a listing an answer with a damaged entry is refused whole', () => {
  expect(() => accept(answerOf(good('a'), good('b'), null), reply, 'Acme')).toThrow('cannot be read');
});
