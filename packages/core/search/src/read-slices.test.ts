import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { readSlices } from './expand-result.ts';

const text = 'Okapis 🦓 like figs, and zebras 🦓🦓 like grass.'.repeat(50);
const slices = Array.from({ length: 90 }, (_, index) => ({ start: index * 20, end: index * 20 + 35 }));

/** The text's bytes in parts of a size, so that characters fall into two of them. */
const inParts = (size: number) => {
  const bytes = Buffer.from(text);
  return Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    ),
    { objectMode: false },
  );
};

test.each([1, 7, 64, 100_000])(
  'overlapping slices are whole in a stream of parts of %i bytes',
  async (size) => {
    expect(await readSlices(inParts(size), slices)).toEqual(
      slices.map(({ start, end }) => text.slice(start, end)),
    );
  },
);

test('no more is read than the last slice needs', async () => {
  const body = inParts(10);
  expect(await readSlices(body, [{ start: 0, end: 6 }])).toEqual(['Okapis']);
  expect(body.destroyed).toBe(true);
  expect(body.readableEnded).toBe(false);
});

test('no slices return nothing', async () => {
  expect(await readSlices(inParts(10), [])).toEqual([]);
});
