import { expect, test } from '@jest/globals';
import { parseJson } from '../http/parse-json.ts';
import { metadata } from './metadata.ts';
import { metadataFilter } from './metadata-filter.ts';

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
