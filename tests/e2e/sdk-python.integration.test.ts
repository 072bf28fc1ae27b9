/** The tests of packages/clients/sdk-python, against a running fleet. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runWhere } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { allOperations } from '../../docs/site/reference/api.ts';
import { pythonOf } from '../../docs/site/reference/samples.ts';
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

/** Runs examples with methods that check their arguments and send nothing. */
const tryExamples = `
import json, sys
from docfleet import Docfleet
from docfleet._transport import Transport

Transport.send = Transport.send_raw = lambda *given, **named: None
Transport.stream = lambda *given, **named: iter(())
client = Docfleet("http://localhost:4000", "df_live_x")
for example in json.loads(sys.argv[1]):
    exec(example)
`;

testPython('the examples of the reference call its methods with arguments that these take', async () => {
  const examples = allOperations.map(pythonOf).filter((code) => code?.includes('client.'));
  expect(examples.length).toBeGreaterThan(80);
  await run(['-c', tryExamples, JSON.stringify(examples)], { PYTHONPATH: 'src' });
});
