import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { resourcesConfig } from '@docfleet/pipeline/resources';
import { readConfig } from '@docfleet/runtime/config';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docfleet-secrets-'));
});
afterAll(() => rm(folder, { recursive: true }));

const isHealthy = (env: Record<string, string>) =>
  run(process.execPath, ['deploy/check-health.mjs'], { env }).then(
    () => true,
    () => false,
  );

test('secrets are made once, and never again', async () => {
  await run(process.execPath, ['deploy/create-secrets.mjs', folder]);
  const before = await readFile(join(folder, 'fleet/fleet.env'), 'utf8');
  await rm(join(folder, 'fleet/storage.env'));
  await run(process.execPath, ['deploy/create-secrets.mjs', folder]);
  expect(await readFile(join(folder, 'fleet/fleet.env'), 'utf8')).toBe(before);
  expect(await readFile(join(folder, 'fleet/storage.env'), 'utf8')).toContain('DEFAULT_FILE_STORAGE_CONFIG=');
});

test('the files of settings hold what services and servers read, with the same passwords', async () => {
  await run(process.execPath, ['deploy/create-secrets.mjs', folder]);
  const files = ['fleet', 'storage'].map((name) => `--env-file=${join(folder, `fleet/${name}.env`)}`);
  const print = [...files, '-e', 'console.log(JSON.stringify(process.env))'];
  const { stdout } = await run(process.execPath, print, { env: {} });
  const settings = JSON.parse(stdout);
  const { DATABASE_URL, REDIS_URL } = readConfig(z.object(resourcesConfig), settings);
  const secret = (path: string) => readFile(join(folder, path), 'utf8');
  expect(new URL(DATABASE_URL).password).toBe(await secret('postgres/password'));
  expect(`requirepass ${new URL(REDIS_URL).password}\n`).toBe(await secret('redis/redis.conf'));
  expect(JSON.parse(settings.DEFAULT_FILE_STORAGE_CONFIG).credentials).toEqual({
    accessKeyId: await secret('minio/user'),
    secretAccessKey: await secret('minio/password'),
  });
});

test('a container is healthy while its service says that it is ready', async () => {
  let status = 200;
  const paths: (string | undefined)[] = [];
  const server = createHttpServer(({ url }, response) => {
    paths.push(url);
    response.writeHead(status).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const environment = { INTERNAL_PORT: String(port) };
  expect(await isHealthy(environment)).toBe(true);
  const proxied = {
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: 'http://127.0.0.1:1',
    http_proxy: 'http://127.0.0.1:1',
  };
  expect(await isHealthy({ ...environment, ...proxied })).toBe(true);
  status = 503;
  expect(await isHealthy(environment)).toBe(false);
  expect(new Set(paths)).toEqual(new Set(['/health/ready']));
  server.close();
  expect(await isHealthy(environment)).toBe(false);
});
