import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const fixture = fileURLToPath(new URL('../../test/start-and-wait.fixture.ts', import.meta.url));
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docfleet-redis-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** Starts Redis in a program of its own, where the PATH holds only the given scripts and nothing is cached yet. */
async function startWithPath(scripts: Record<string, string>) {
  const path = join(directory, 'bin');
  await mkdir(path);
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(join(path, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(path, name), 0o755);
  }
  return promisify(execFile)(process.execPath, [fixture, 'Redis', join(directory, 'server')], {
    env: { PATH: path, HOME: directory },
  });
}

test('without Redis and without apt its owner is told what to do', async () => {
  await expect(startWithPath({})).rejects.toThrow(
    /Redis was not found .* install redis-server .* set REDIS_URL/,
  );
});

test('a Redis that is too old is not used', async () => {
  await expect(startWithPath({ 'redis-server': 'echo "Redis server v=5.0.7 sha=0"' })).rejects.toThrow(
    /Redis was not found/,
  );
});

test('a fetch that fails leaves nothing that a later start could take for a Redis', async () => {
  await expect(startWithPath({ 'apt-get': 'exit 1' })).rejects.toThrow(/could not be fetched/);
  await expect(stat(join(directory, '.cache/docfleet', `redis-${process.arch}`))).rejects.toThrow('ENOENT');
});
