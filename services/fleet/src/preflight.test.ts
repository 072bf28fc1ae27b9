import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fleetConfig } from './config.ts';
import { checkBeforeStart } from './start-fleet.ts';

let directory: string;
let other: ChildProcess | undefined;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docfleet-preflight-'));
});
afterEach(async () => {
  other?.kill();
  await rm(directory, { recursive: true });
});

const configWith = (environment: Record<string, string> = {}) =>
  fleetConfig.parse({ DATA_DIR: directory, PORT: '0', ...environment });

/** Starts a program that does nothing, and notes it as the fleet of the folder. */
async function noteAsFleet(...args: string[]): Promise<void> {
  other = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)', ...args], { stdio: 'ignore' });
  const note = { pid: other.pid, url: 'http://localhost:4000' };
  await writeFile(join(directory, 'ready.json'), JSON.stringify(note));
}

test('a fleet starts where the process id of an earlier one belongs to another program', async () => {
  await noteAsFleet('something-else');
  await expect(checkBeforeStart(configWith())).resolves.toBeUndefined();
});

test('a second fleet on the same folder is refused', async () => {
  await noteAsFleet('/srv/docfleet/services/fleet/src/main.ts');
  await expect(checkBeforeStart(configWith())).rejects.toThrow(/docfleet runs already/);
});

test('a fleet on a folder of vectors that another machine uses says so and ends, before its servers are started', async () => {
  const folder = join(directory, 'lancedb');
  await mkdir(folder);
  const renewing = setInterval(() => writeFileSync(join(folder, '.host'), 'another-machine'), 300);
  const main = join(import.meta.dirname, 'main.ts');
  const env = { PATH: process.env['PATH'], DATA_DIR: directory, PORT: '0' };
  try {
    const starting = promisify(execFile)(process.execPath, [main], { env, timeout: 60_000 });
    await expect(starting).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^docfleet did not start: LANCEDB is for one machine.*PGVECTOR or QDRANT/,
      ),
    });
  } finally {
    clearInterval(renewing);
  }
  expect(await readdir(directory)).not.toContain('postgres');
}, 90_000);

test('an address that the machine does not have is blamed on HOST', async () => {
  await expect(checkBeforeStart(configWith({ HOST: '192.0.2.1' }))).rejects.toThrow(/Set HOST/);
});

test('PUBLIC_URL loses a slash at its end', () => {
  expect(configWith({ PUBLIC_URL: 'https://docs.example.com/' })).toMatchObject({
    PUBLIC_URL: 'https://docs.example.com',
  });
});

test('PUBLIC_URL with a path is refused', () => {
  expect(() => configWith({ PUBLIC_URL: 'https://example.com/docfleet' })).toThrow(/no path/);
});

test.each(['1', 'true', '127.0.0.1/33', '10.0.0.0/0', 'nginx'])(
  'TRUSTED_PROXIES=%s is refused',
  (TRUSTED_PROXIES) => {
    expect(() => configWith({ TRUSTED_PROXIES })).toThrow(/a list of addresses/);
  },
);

test('TRUSTED_PROXIES takes addresses, ranges and their names', () => {
  const TRUSTED_PROXIES = '127.0.0.1, 10.0.0.0/8,fd00::/8 ,loopback';
  expect(configWith({ TRUSTED_PROXIES })).toMatchObject({
    TRUSTED_PROXIES: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8', 'loopback'],
  });
});

test('an address that cannot be read is refused with its setting', () => {
  expect(() => configWith({ PUBLIC_URL: 'docs.example.com' })).toThrow(/PUBLIC_URL/);
  expect(() => configWith({ NOTIFICATION_URL: 'docs.example.com' })).toThrow(/NOTIFICATION_URL/);
});
