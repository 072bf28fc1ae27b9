import { expect, test } from '@jest/globals';
import { explainFailure } from './start-workers-process.ts';

test('a failed start states the reason of an error that only collects others', () => {
  const refused = new AggregateError([new Error('connect ECONNREFUSED ::1:5432')]);
  expect(explainFailure(refused, 'fleet.log')).toContain('ECONNREFUSED ::1:5432');
});

test('a failed start states the reason behind the opening words of the database client', () => {
  const error = new Error('\nInvalid `prisma.$queryRaw()` invocation:\n\n\nRaw query failed. Code: `42P05`.');
  expect(explainFailure(error, 'fleet.log')).toContain('start: Raw query failed. Code: `42P05`.');
});

test('a failed start states the cause of an error without a message', () => {
  expect(explainFailure(new Error('', { cause: new Error('no route') }), 'fleet.log')).toContain('no route');
});
