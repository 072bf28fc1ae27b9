import { expect, test } from '@jest/globals';
import { countTests, failedFiles, type JestResults, withRerun } from './test-results.ts';

const file = (name: string, ...statuses: string[]) => ({
  name,
  status: statuses.length === 0 || statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status) => ({ status })),
});
const first: JestResults = {
  testResults: [file('steady', 'passed', 'pending'), file('flaky', 'passed', 'failed'), file('broken')],
};

test('a file that broke before its first test counts as one failed test', () => {
  expect(failedFiles(first)).toEqual(['flaky', 'broken']);
  expect(countTests(first)).toEqual({ passed: 2, failed: 2 });
});

test('of files that are run again, the second result counts', () => {
  const again = { testResults: [file('flaky', 'passed', 'passed'), file('broken', 'failed')] };
  expect(countTests(withRerun(first, again))).toEqual({ passed: 3, failed: 1 });
  const green = { testResults: [file('flaky', 'passed', 'passed'), file('broken', 'passed')] };
  expect(countTests(withRerun(first, green))).toEqual({ passed: 4, failed: 0 });
});
