import { expect, test } from '@jest/globals';
import { failure } from './supervise.ts';

test('a full disk is reported in one line', () => {
  const output =
    'creating configuration files ... initdb: error: could not write file: No space left on device\n';
  expect(failure('PostgreSQL', output, '/data').message).toBe(
    'PostgreSQL needs more disk space than is left (see /data)',
  );
});

test('any other failure shows the last of what the server printed', () => {
  const output = Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n');
  expect(failure('Redis', output, '/data').message).toMatch(
    /^Redis did not start \(see \/data\)\nline 95\n.*line 99$/s,
  );
});
