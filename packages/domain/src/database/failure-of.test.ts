import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { failureOf, openDatabase } from './index.ts';

test('an unavailable database is reported as a wait, not as a failure of the work', async () => {
  const nowhere = openDatabase({ url: 'postgresql://u:p@127.0.0.1:9/x', poolSize: 1 });
  const cause: unknown = await nowhere.namespace.count().catch((error: unknown) => error);
  const failure = failureOf(cause);
  expect(failure).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable: true, cause });
  expect(failure.details.retryAfterMs).toBeGreaterThan(0);
});

test('other errors are returned unchanged', () => {
  const refused = new AppError('PROVIDER_REJECTED', 'wrong key');
  expect(failureOf(refused)).toBe(refused);
  expect(failureOf(new Error('oops')).code).toBe('INTERNAL_ERROR');
});
