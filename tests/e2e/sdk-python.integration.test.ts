/** The tests of packages/clients/sdk-python, against a running fleet. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runWhere } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findPython, noPython, pythonPackage } from './find-python.ts';
import { joinFleet, type TestFleet } from './test-fleet.ts';

const deadlineMs = 240_000;
const python = findPython();
const testPython = runWhere(test, python !== undefined, noPython);

let fleet: TestFleet | undefined;
beforeAll(async () => {
  if (python) fleet = await joinFleet();
}, 240_000);
afterAll(() => fleet?.remove());

const run = (args: readonly string[], environment: Record<string, string> = {}) =>
  promisify(execFile)(python ?? '', args, {
    cwd: pythonPackage,
    timeout: deadlineMs,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
  });

testPython(
  'the Python package does what its tests say, against a running fleet',
  async () => {
    const { url, apiKey } = fleet ?? { url: '', apiKey: '' };
    const environment = { DOCFLEET_URL: url, DOCFLEET_API_KEY: apiKey };
    const tested = await run(['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], environment).catch(
      (error: { stdout: string }) => error,
    );
    expect(tested.stdout).toMatch(/\d{2,} passed/);
    expect(tested.stdout).not.toMatch(/\d failed|\d error/);
  },
  deadlineMs,
);

testPython('its types and methods are those of docs/openapi.json', async () => {
  await run(['scripts/generate.py', '--check']);
});
