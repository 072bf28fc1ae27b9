import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { readCursor, readSelectionCursor, writeCursor, writeSelectionCursor } from './cursor.ts';

const state = z.strictObject({ page: z.string() });

test('a cursor is read as it was written', () => {
  expect(readCursor(writeCursor({ page: '2' }), state)).toEqual({ page: '2' });
});

test.each(['', '2', '{"page":2}', '{"page":"2","more":1}'])(
  'a cursor of another form, as %j, has expired',
  (cursor) => {
    const expired = {
      code: 'CURSOR_EXPIRED',
      message: 'The last sync ended in a way that is no longer known',
    };
    expect(() => readCursor(cursor, state)).toThrow(expect.objectContaining(expired));
    expect(() => readSelectionCursor(cursor, state, undefined)).toThrow(expect.objectContaining(expired));
  },
);

test.each([
  ['everything', undefined, undefined],
  ['the same items', ['a', 'b'], ['a', 'b']],
  ['the same items in another order', ['a', 'b'], ['b', 'a']],
  ['nothing', [], []],
])('a listing of %s goes on where it was', (_name, before, now) => {
  expect(readSelectionCursor(writeSelectionCursor({ page: '2' }, before), state, now)).toEqual({ page: '2' });
});

test.each([
  ['everything', ['a'], undefined],
  ['nothing', undefined, []],
  ['other items', ['a'], ['b']],
  ['items whose names join to the same', ['a,b'], ['a', 'b']],
])('a listing of %s now begins anew', (_name, before, now) => {
  const cursor = writeSelectionCursor({ page: '2' }, before);
  expect(() => readSelectionCursor(cursor, state, now)).toThrow(
    expect.objectContaining({
      code: 'CURSOR_EXPIRED',
      message: 'The selection has changed since the last sync',
    }),
  );
});

test('a selection is not written into its cursor', () => {
  expect(writeSelectionCursor({ page: '2' }, ['private name'])).not.toContain('private');
});
