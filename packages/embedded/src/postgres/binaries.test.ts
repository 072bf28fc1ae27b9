import { expect, test } from '@jest/globals';
import { findPostgresBinaries } from './binaries.ts';

test('a platform without PostgreSQL is reported with the alternative', () => {
  expect(() => findPostgresBinaries(undefined, 'sunos-x64')).toThrow(/for sunos-x64: set DATABASE_URL/);
});
