import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { deletionLimitsOf, deletionSettings } from './missing-documents.ts';

const read = (settings: Record<string, string>) =>
  deletionLimitsOf(z.object(deletionSettings).parse(settings));

test('a fifth of the documents and a hundred of them may be deleted, unless the operator says otherwise', () => {
  expect(read({})).toEqual({ percent: 20, documents: 100 });
  expect(read({ SYNC_DELETION_PERCENT: '7.5', SYNC_DELETION_DOCUMENTS: '3' })).toEqual({
    percent: 7.5,
    documents: 3,
  });
  expect(read({ SYNC_DELETION_PERCENT: '0', SYNC_DELETION_DOCUMENTS: '0' })).toEqual({
    percent: 0,
    documents: 0,
  });
});

test.each([
  { SYNC_DELETION_PERCENT: '101' },
  { SYNC_DELETION_PERCENT: '-1' },
  { SYNC_DELETION_DOCUMENTS: '-1' },
  { SYNC_DELETION_DOCUMENTS: '1.5' },
])('the limits %j are refused', (settings) => {
  expect(() => read(settings)).toThrow();
});
