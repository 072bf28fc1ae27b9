import { expect, test } from '@jest/globals';
import { collectNotRead, maxNotReadEntries, notReadKinds } from './not-read.ts';

const picture = { what: 'PICTURE', why: 'OCR was not requested' } as const;

test('equal parts are one entry with their count', () => {
  const collector = collectNotRead();
  collector.add({ ...picture, where: 'page 1' });
  collector.add({ ...picture, where: 'page 2', count: 3 });
  collector.add({ ...picture, where: 'page 1' });
  expect(collector.entries()).toEqual([
    { ...picture, where: 'page 1', count: 2 },
    { ...picture, where: 'page 2', count: 3 },
  ]);
});

test('places beyond the tenth are counted in an entry without a place', () => {
  const collector = collectNotRead();
  for (let page = 1; page <= 1_000; page++) collector.add({ ...picture, where: `page ${page}` });
  expect(collector.entries()).toHaveLength(11);
  expect(collector.entries().at(-1)).toEqual({ ...picture, where: null, count: 990 });
});

test('however much is not read, the entries are at most 50 and their counts add up', () => {
  const collector = collectNotRead();
  for (let index = 0; index < 3_000; index++) {
    const what = notReadKinds[index % notReadKinds.length] ?? 'OTHER';
    collector.add({ what, why: `reason ${index % 500}`, where: `sheet ${index}` });
  }
  const entries = collector.entries();
  expect(entries.length).toBeLessThanOrEqual(maxNotReadEntries);
  expect(entries.reduce((sum, { count }) => sum + count, 0)).toBe(3_000);
});

test('long texts of an entry are cut', () => {
  const collector = collectNotRead();
  collector.add({ what: 'EMBEDDED_FILE', where: '📎'.repeat(5_000), why: 'x'.repeat(5_000) });
  const [{ where, why } = { where: '', why: '' }] = collector.entries();
  expect([why.length, (where ?? '').length, (where ?? '').isWellFormed()]).toEqual([200, 200, true]);
});
