import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createLogger } from '@docfleet/runtime/logging';
import { eventually, runWhere } from '@docfleet/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import pg from 'pg';
import { type EmbeddedServer, startPostgres, startRedis } from './index.ts';
import { canUse, unprivilegedIdentity } from './postgres/binaries.ts';
import { lookUpProcess } from './server-process.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const fixture = fileURLToPath(new URL('../test/start-and-wait.fixture.ts', import.meta.url));
const otherUser = { uid: 65_534, gid: 65_534 };
const onLinux = runWhere(test, process.platform === 'linux', 'only Linux lists the children of a process');
const asOtherUser = runWhere(
  test,
  process.getuid?.() === 0 && canUse(otherUser, '-r', fixture),
  'only root can act as another user, which then has to reach this repository',
);

async function sql(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function command(url: string, ...words: [string, ...string[]]) {
  const redis = new Redis(url, { maxRetriesPerRequest: 1 });
  redis.on('error', () => undefined);
  try {
    return await redis.call(...words);
  } finally {
    redis.disconnect();
  }
}

const servers = [
  {
    name: 'PostgreSQL',
    start: startPostgres,
    pidFile: 'data/postmaster.pid',
    write: (url: string) => sql(url, "CREATE TABLE note AS SELECT 'kept' AS text"),
    read: async (url: string) => (await sql(url, 'SELECT text FROM note'))[0]?.text,
  },
  {
    name: 'Redis',
    start: startRedis,
    pidFile: 'redis.pid',
    write: (url: string) => command(url, 'SET', 'note', 'kept'),
    read: (url: string) => command(url, 'GET', 'note'),
  },
];

describe.each(servers)('$name', ({ name, start, pidFile, write, read }) => {
  let directory: string;
  /** Holds what a first start leaves, to be copied: it takes PostgreSQL seconds to make. */
  let prepared: string;
  let running: EmbeddedServer[];

  async function makeDirectory(): Promise<string> {
    const made = await mkdtemp(join(tmpdir(), 'docfleet embedded-'));
    await chmod(made, 0o755);
    return made;
  }

  beforeAll(async () => {
    prepared = await makeDirectory();
    const server = await start({ directory: join(prepared, 'server'), log });
    await server.stop();
  });
  afterAll(() => rm(prepared, { recursive: true }));

  beforeEach(async () => {
    directory = await makeDirectory();
    await promisify(execFile)('cp', ['-a', join(prepared, 'server'), directory]);
    running = [];
  });

  afterEach(async () => {
    for (const server of running) await server.stop();
    await rm(directory, { recursive: true });
  });

  async function startHere(): Promise<EmbeddedServer> {
    const server = await start({ directory: join(directory, 'server'), log });
    running.push(server);
    return server;
  }

  const pidOf = async (folder = directory) =>
    Number.parseInt(await readFile(join(folder, 'server', pidFile), 'utf8'), 10);

  /** Runs the fixture; its url is undefined when it did not come up, and `errors` says why. */
  async function startElsewhere(identity = {}, environment = process.env) {
    const program = spawn(process.execPath, [fixture, name, join(directory, 'server')], {
      ...identity,
      env: environment,
      cwd: '/',
    });
    let errors = '';
    program.stderr.on('data', (text) => {
      errors += text;
    });
    const [url] = (await Promise.race([
      once(createInterface(program.stdout), 'line'),
      once(program, 'close'),
    ])) as [string | number];
    return { program, pid: program.pid!, url: String(url), errors: () => errors };
  }

  const untilGone = (pid: number) =>
    eventually(async () => expect(await lookUpProcess(pid)).toBeUndefined(), 20_000);

  test('a second start finds the data of the first at the same url', async () => {
    const first = await startHere();
    await write(first.url);
    await first.stop();
    const second = await startHere();
    expect(second.url).toBe(first.url);
    expect(await read(second.url)).toBe('kept');
  });

  test('stop may be called twice, and the server is gone after it', async () => {
    const server = await startHere();
    const pid = await pidOf();
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
    expect(await server.exited).toBeUndefined();
    expect(await lookUpProcess(pid)).toBeUndefined();
  });

  test('a server that is killed restarts at the same url with its data', async () => {
    const { url } = await startHere();
    await write(url);
    const pid = await pidOf();
    process.kill(pid, 'SIGKILL');
    await eventually(async () => {
      expect(await pidOf()).not.toBe(pid);
      expect(await read(url)).toBe('kept');
    }, 20_000);
  });

  test('it may be stopped while it is being brought back', async () => {
    const server = await startHere();
    process.kill(await pidOf(), 'SIGKILL');
    await server.stop();
    expect(await server.exited).toBeUndefined();
  });

  test('only who has the password gets in', async () => {
    const url = new URL((await startHere()).url);
    url.password = 'wrong';
    await expect(read(url.href)).rejects.toThrow(/password|WRONGPASS|NOAUTH/);
  });

  test('a server does not outlive the program that was killed', async () => {
    const { program } = await startElsewhere();
    const pid = await pidOf();
    program.kill('SIGKILL');
    await untilGone(pid);
  });

  onLinux('what a killed program and its guard left running is taken over', async () => {
    const { program, pid, url } = await startElsewhere();
    await write(url);
    const left = await pidOf();
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const child of children.trim().split(' ').map(Number))
      if (child !== left) process.kill(child, 'SIGKILL');
    program.kill('SIGKILL');
    await untilGone(pid);
    expect(await lookUpProcess(left)).toBeDefined();

    const server = await startHere();
    expect(await read(server.url)).toBe('kept');
    expect(await lookUpProcess(left)).toBeUndefined();
  });

  test('a folder that another program is using is refused, and that program goes on', async () => {
    const { program, pid, url } = await startElsewhere();
    await expect(startHere()).rejects.toThrow(`is in use by process ${pid}`);
    await write(url);
    program.kill('SIGKILL');
    await untilGone(await pidOf());
  });

  test('a pid file that names a stranger harms neither', async () => {
    await (await startHere()).stop();
    // Of the user that the server runs as: PostgreSQL by itself ignores the process of another user.
    const stranger = spawn('sleep', ['60'], { ...unprivilegedIdentity() });
    await writeFile(join(directory, 'server', pidFile), `${stranger.pid}\n`);
    await (await startHere()).stop();
    expect(await lookUpProcess(stranger.pid!)).toBeDefined();
    stranger.kill();
  });

  test('when its port was taken meanwhile it listens on another', async () => {
    const first = await startHere();
    await write(first.url);
    await first.stop();
    const { port } = new URL(first.url);
    const squatter = createServer().listen(Number(port), '127.0.0.1');
    await once(squatter, 'listening');
    const second = await startHere();
    expect(new URL(second.url).port).not.toBe(port);
    expect(await read(second.url)).toBe('kept');
    await new Promise((resolve) => squatter.close(resolve));
  });

  asOtherUser('an ordinary user needs no rights to run it', async () => {
    await rm(join(directory, 'server'), { recursive: true });
    await chown(directory, otherUser.uid, otherUser.gid);
    const { program, url, errors } = await startElsewhere(otherUser, { PATH: process.env['PATH'] });
    expect(errors()).toBe('');
    await write(url);
    const pid = await pidOf();
    program.kill('SIGKILL');
    await untilGone(pid);
  });
});
