import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runWhere } from '@docfleet/testing';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { installAdvice } from './program.ts';

const fixture = fileURLToPath(new URL('../../test/start-and-wait.fixture.ts', import.meta.url));
const packageName = `@docfleet/valkey-${process.platform}-${process.arch}`;
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docfleet-redis-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** Starts Redis in a program of its own, where the PATH holds only the given scripts and nothing is cached yet. */
async function startWithPath(scripts: Record<string, string>, environment: Record<string, string> = {}) {
  const path = join(directory, 'bin');
  await mkdir(path);
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(join(path, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(path, name), 0o755);
  }
  return promisify(execFile)(process.execPath, [fixture, 'Redis', join(directory, 'server')], {
    env: { PATH: path, HOME: directory, ...environment },
  });
}

test('without Redis and without apt the error says what to do', async () => {
  await expect(startWithPath({})).rejects.toThrow(
    /Redis was not found .* install (one|redis-server) .* set REDIS_URL/,
  );
});

/** A node_modules folder with a Valkey package for this platform, whose program is the given script or file. */
async function packageWith(program: { script: string } | { file: string }): Promise<string> {
  const modules = join(directory, 'node_modules');
  const folder = join(modules, packageName);
  await mkdir(join(folder, 'bin'), { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: packageName }));
  const target = join(folder, 'bin/valkey-server');
  if ('file' in program) await symlink(program.file, target);
  else await writeFile(target, `#!/bin/sh\n${program.script}\n`, { mode: 0o755 });
  return modules;
}

test('the Valkey of an npm package is used where the PATH has none, and nothing is fetched', async () => {
  const chosen = join(directory, 'chosen');
  const script = `[ "$1" = --version ] && echo "Valkey server v=9.1.2 sha=0" && exit; echo "$1" > ${chosen}; exit 1`;
  const modules = await packageWith({ script });
  const fetching = { 'apt-get': `echo fetched > ${chosen}` };
  await expect(startWithPath(fetching, { NODE_PATH: modules })).rejects.toThrow();
  expect(await readFile(chosen, 'utf8')).toContain('redis.conf');
});

const built = join(
  import.meta.dirname,
  '../../../../../dist/packages',
  basename(packageName),
  'bin/valkey-server',
);
const testBuilt = runWhere(test, existsSync(built), 'no Valkey was built: npm run valkey-package -- SOURCE');

testBuilt('the Valkey that was built for this platform starts and answers', async () => {
  const modules = await packageWith({ file: built });
  const server = spawn(process.execPath, [fixture, 'Redis', join(directory, 'server')], {
    env: { PATH: '', HOME: directory, NODE_PATH: modules },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = await once(server.stdout.setEncoding('utf8'), 'data');
    const redis = new Redis(String(line).trim());
    expect(await redis.info('server')).toContain('server_name:valkey');
    expect(await redis.eval("return redis.call('incrby', KEYS[1], 7)", 1, 'counter')).toBe(7);
    await redis.quit();
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
});

test.each<[NodeJS.Platform, string, string]>([
  ['darwin', '', 'brew install valkey'],
  ['win32', '', 'wsl --install'],
  ['linux', 'ID=fedora\n', 'dnf install valkey'],
  ['linux', 'NAME="Alpine Linux"\nID=alpine\n', 'apk add valkey'],
  ['linux', 'ID=linuxmint\nID_LIKE="ubuntu debian"\n', 'apt-get install redis-server'],
  ['linux', 'ID="opensuse-leap"\nID_LIKE="suse opensuse"\n', 'zypper install valkey'],
  ['linux', 'ID=other\n', 'package manager of your system'],
])('on %s with %j the advice is to use %s', (platform, osRelease, command) => {
  expect(installAdvice(platform, osRelease)).toContain(command);
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

test('two that start at once fetch one copy, and say so once', async () => {
  const path = join(directory, 'bin');
  await mkdir(path);
  await writeFile(join(path, 'apt-get'), '#!/bin/sh\necho fetching >> "$HOME/fetches"\nexit 1\n', {
    mode: 0o755,
  });
  const program = `
    import { findRedisProgram } from '${new URL('program.ts', import.meta.url)}';
    const log = { info: () => console.log('said') };
    const start = (name) => findRedisProgram({ directory: process.env.HOME + name, log });
    const both = await Promise.allSettled([start('/queues'), start('/cache')]);
    console.log(both.map(({ status }) => status).join());`;
  await Promise.all(['queues', 'cache'].map((name) => mkdir(join(directory, name))));
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: { PATH: path, HOME: directory },
  });
  expect(stdout).toBe('said\nrejected,rejected\n');
  expect(await readFile(join(directory, 'fetches'), 'utf8')).toBe('fetching\n');
});
