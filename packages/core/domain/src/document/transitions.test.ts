import { expect, test } from '@jest/globals';
import { statusesBefore } from './transitions.ts';

test('a document is claimed when it waits, or when a retry finds it half done', () => {
  expect(statusesBefore('PROCESSING')).toEqual([
    'QUEUED',
    'QUEUED_FOR_RESYNC',
    'QUEUED_FOR_UPDATE',
    'PROCESSING',
  ]);
});

test('only a document in progress can succeed', () => {
  expect(statusesBefore('SUCCESS')).toEqual(['PROCESSING']);
});

test('a deleted document has no transitions', () => {
  const next = ['QUEUED', 'PROCESSING', 'SUCCESS', 'FAILED', 'CANCELLED', 'QUEUED_FOR_UPDATE'] as const;
  for (const status of next) expect(statusesBefore(status)).not.toContain('QUEUED_FOR_DELETION');
});
