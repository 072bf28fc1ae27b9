/** The tests of packages/sdk-python, against a running fleet; they need a Python with the packages that its pyproject.toml names under `dev`. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runWhere } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestFleet, type TestFleet } from './test-fleet.ts';

const packageDirectory = join(import.meta.dirname, '../../packages/sdk-python');
const deadlineMs = 240_000;

/** The package's own environment (`python3 -m venv .venv && .venv/bin/pip install '.[dev]'`), or else the machine's Python. */
function findPython(): string | undefined {
  const candidates = [process.env['DOCFLEET_PYTHON'], join(packageDirectory, '.venv/bin/python'), 'python3'];
  return candidates.find(
    (program) =>
      program !== undefined &&
      (!program.startsWith('/') || existsSync(program)) &&
      spawnSync(program, ['-c', 'import httpx, pydantic, pytest, typing_extensions']).status === 0,
  );
}
const python = findPython();
const testPython = runWhere(
  test,
  python !== undefined,
  'no Python with the packages of packages/sdk-python: see its pyproject.toml, or set DOCFLEET_PYTHON',
);

let fleet: TestFleet | undefined;
beforeAll(async () => {
  if (python) fleet = await startTestFleet({});
}, 240_000);
afterAll(() => fleet?.remove());

const run = (args: readonly string[], environment: Record<string, string> = {}) =>
  promisify(execFile)(python ?? '', args, {
    cwd: packageDirectory,
    timeout: deadlineMs,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
  });

testPython(
  'the Python package does what its tests say, against a running fleet',
  async () => {
    const { url, apiKey } = fleet ?? { url: '', apiKey: '' };
    const tested = await run(['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], {
      DOCFLEET_URL: url,
      DOCFLEET_API_KEY: apiKey,
    }).catch((error: { stdout: string }) => error);
    expect(tested.stdout).toMatch(/\d{2,} passed/);
    expect(tested.stdout).not.toMatch(/failed|error/i);
  },
  deadlineMs,
);

testPython('its types and methods are those of docs/openapi.json', async () => {
  await run(['scripts/generate.py', '--check']);
});
