import { expect, test } from '@jest/globals';
import { connectionStatusesBefore } from './connection.ts';

test('authorizing brings a connection back from wherever it is', () => {
  expect(connectionStatusesBefore('ACTIVE')).toEqual(['PENDING', 'ACTIVE', 'FAILED', 'REVOKED']);
});

test('what its owner revoked does not fail any more', () => {
  expect(connectionStatusesBefore('FAILED')).toEqual(['PENDING', 'ACTIVE', 'FAILED']);
});

test('nothing becomes pending again', () => {
  expect(connectionStatusesBefore('PENDING')).toEqual([]);
});
