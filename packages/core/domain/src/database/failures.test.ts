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

test.each([
  ['53100', 'The database has no disk space left: try again soon'],
  ['53200', 'The database is out of memory: try again soon'],
  ['53300', 'The database has no connection left: try again soon'],
  ['25006', 'The database accepts no writes: try again soon'],
  ['57P01', 'The service cannot reach its database: try again soon'],
])('state %s is reported as what it is', (originalCode, message) => {
  const cause = Object.assign(new Error('failed'), {
    meta: { driverAdapterError: { cause: { originalCode } } },
  });
  expect(failureOf(cause)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message });
});

test('other errors are returned unchanged', () => {
  const refused = new AppError('PROVIDER_REJECTED', 'wrong key');
  expect(failureOf(refused)).toBe(refused);
  expect(failureOf(new Error('oops')).code).toBe('INTERNAL_ERROR');
});
