import { expect, test } from '@jest/globals';
import { readByteRange } from './request-headers.ts';

test.each([
  ['bytes=0-99', { first: 0, last: 99 }],
  ['bytes=5-5', { first: 5, last: 5 }],
  ['bytes=7-', { first: 7, last: Number.MAX_SAFE_INTEGER }],
])('%s names a range', (header, range) => expect(readByteRange(header)).toEqual(range));

test.each([undefined, '', 'bytes=', 'bytes=-5', 'bytes=9-3', 'bytes=0-1,4-5', 'items=0-1', 'bytes=0-1x'])(
  '%j gets the whole file',
  (header) => expect(readByteRange(header)).toBeUndefined(),
);
