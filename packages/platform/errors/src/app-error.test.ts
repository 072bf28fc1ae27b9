import { expect, test } from '@jest/globals';
import { AppError } from './index.ts';

test.each([
  ['PROVIDER_RATE_LIMITED', true],
  ['PROVIDER_UNAVAILABLE', true],
  ['INTERNAL_ERROR', true],
  ['PROVIDER_REJECTED', false],
  ['DOCUMENT_EMPTY', false],
] as const)('%s is retryable: %s', (code, retryable) => {
  expect(new AppError(code, 'x').retryable).toBe(retryable);
});

test('an unknown error keeps its cause and hides its message', () => {
  const cause = new Error('password=1234');
  expect(AppError.from(cause)).toMatchObject({ code: 'INTERNAL_ERROR', cause });
  expect(AppError.from(cause).message).not.toContain('1234');
});

test('a process that has run out of handles, memory or disk says nothing about the work that met it', () => {
  const spent = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  for (const error of [spent, new Error('The model cannot be loaded', { cause: spent })])
    expect(AppError.from(error)).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      retryable: true,
      cause: error,
    });
  expect(AppError.from(Object.assign(new Error('gone'), { code: 'ENOENT' })).code).toBe('INTERNAL_ERROR');
});

test.each(['ENOSPC', 'EDQUOT'])('%s says that the disk is full, and passes', (code) => {
  const error = AppError.from(Object.assign(new Error('write'), { code }));
  expect(error).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: expect.stringContaining('disk space'),
  });
});
