import { DocfleetError } from '@docfleet/sdk';
import { expect, test } from '@jest/globals';
import { explainError } from './tool.ts';

test('a refusal says what was wrong, what to do, and how the operator finds it', () => {
  const issues = [{ path: 'filter.metadata', message: 'has no operator $where' }];
  const error = new DocfleetError('INVALID_SEARCH_REQUEST', 'filter.metadata has no operator $where', {
    status: 400,
    requestId: 'r-1',
    details: { issues, reason: 'line\nbreak', retryAfter: 7 },
  });
  expect(explainError(error).split('\n')).toEqual([
    'INVALID_SEARCH_REQUEST: filter.metadata has no operator $where',
    'Reason: line break',
    '- filter.metadata has no operator $where',
    'Wait 7 seconds before you try again.',
    'Request id, for the operator: r-1',
  ]);
});

test('a call that ran out of time may be repeated', () => {
  expect(explainError(new DOMException('late', 'TimeoutError'))).toMatch(/^TIMEOUT: .* Try again/);
});

test('an unexpected error is not shown', () => {
  expect(explainError(new TypeError('/srv/secret.ts:1'))).not.toContain('secret');
});
