import { expect, test } from '@jest/globals';
import { metadata, metadataFilter } from './metadata-filter.ts';
import { parseJson } from './parse-json.ts';

/** Two ids of 19 digits that are one and the same number to JavaScript. */
const ids = ['1234567890123456788', '1234567890123456789'];

test.each(ids)(
  'the number %s, which would be stored as another one, is refused with what to send instead',
  (id) => {
    const read = metadata.safeParse(parseJson(`{"id": ${id}}`));
    expect(read.error?.issues).toEqual([
      expect.objectContaining({ path: ['id'], message: expect.stringContaining('send it as a string') }),
    ]);
    expect(metadata.safeParse({ id }).success).toBe(true);
  },
);

test.each(['{"id": @}', '{"id": {"$eq": @}}', '{"id": {"$ne": @}}', '{"id": [@]}', '{"id": {"$nin": [@]}}'])(
  'a filter %s with such a number, which would find what has another one, is refused as well',
  (filter) => {
    const [id = ''] = ids;
    const read = metadataFilter.safeParse(parseJson(filter.replace('@', id)));
    expect(read.error?.issues[0]?.message).toContain('send it as a string');
    expect(metadataFilter.safeParse(parseJson(filter.replace('@', `"${id}"`))).success).toBe(true);
  },
);

test.each([9_007_199_254_740_991, -9_007_199_254_740_991, 0.1, -2.5e-7, 0])('%d is kept', (value) => {
  expect(metadata.parse({ value })).toEqual({ value });
  expect(metadataFilter.safeParse({ value }).success).toBe(true);
});

const many = (count: number, part: object) => Array.from({ length: count }, () => part);
test.each([
  ['nothing', { or: many(33, {}) }],
  ['not nothing', { or: many(33, { not: {} }) }],
  ['nothing in several places', { a: 1, or: [{ or: many(16, {}) }, { not: { or: many(16, {}) } }] }],
  ['nothing 49,000 times', { or: many(49_000, {}) }],
  ['49,000 fields', Object.fromEntries(many(49_000, {}).map((_, index) => [`field${index}`, 1]))],
  ['conditions 49,000 times', { and: many(49_000, { a: 1 }) }],
])('a filter of %s counts as having conditions, of which there are 32 at most', (_what, filter) => {
  const read = metadataFilter.safeParse(filter);
  expect(read.error?.issues).toEqual([
    expect.objectContaining({ path: [], message: 'must not have more than 32 conditions' }),
  ]);
  expect(metadataFilter.safeParse({ or: many(32, {}) }).success).toBe(true);
});

test.each([{ $where: 'true' }, { $or: [] }, { $or: [{ team: 'a' }] }, { or: [{ $and: [{ team: 'a' }] }] }])(
  'a name of a filter that begins with $ is refused, as no metadata has such: %j',
  (filter) => {
    const read = metadataFilter.safeParse(filter);
    expect(read.error?.issues.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^is no field: .* and, or and not/),
    );
  },
);

test('a date is compared as a moment, and a text that is none is refused with what is one', () => {
  expect(metadataFilter.parse({ due: { $gte: '2026-01-31T09:30:00+01:00' } })).toEqual([
    { field: 'due', operator: '$gte', value: Date.UTC(2026, 0, 31, 8, 30), isInstant: true },
  ]);
  const read = metadataFilter.safeParse({ due: { $lt: 'last week' } });
  expect(read.error?.issues).toEqual([
    expect.objectContaining({ path: ['due', '$lt'], message: expect.stringContaining('such as 2026-01-31') }),
  ]);
});

test('an unknown operator is named, with those that there are', () => {
  const read = metadataFilter.safeParse({ year: { $above: 2024 } });
  expect(read.error?.issues).toEqual([
    expect.objectContaining({
      message: expect.stringMatching(/^has no operator \$above: .*\$gte.*\$exists/),
    }),
  ]);
});
