import { expect, test } from '@jest/globals';
import { readMetadataFilter } from './read-metadata-filter.ts';

test('a number of a filter is one that is written as numbers are; other digits are a text', () => {
  expect(
    readMetadataFilter('year=2026, share=0.5, zip=01234, version=1.10, id=12345678901234567890'),
  ).toEqual({
    year: 2026,
    share: 0.5,
    zip: '01234',
    version: '1.10',
    id: '12345678901234567890',
  });
});
