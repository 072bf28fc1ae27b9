import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reserveFreePort, type StubResponse, type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { createTestCli } from '../test/test-cli.fixture.ts';
import { exitCodes, Interrupted } from './cli-failure.ts';
import { createProgram } from './main.ts';
import { writeProfiles } from './profiles/profile-store.ts';

let service: StubServer;
let reply: StubResponse;
let configDirectory: string;

beforeAll(async () => {
  service = await startStubServer(() => reply);
  configDirectory = await mkdtemp(join(tmpdir(), 'docfleet-cli-'));
});
afterAll(async () => {
  await service.close();
  await rm(configDirectory, { recursive: true });
});
beforeEach(() => {
  reply = { body: { success: true, data: { namespaces: [] } } };
});

const account = () => ({ url: service.url, apiKey: 'df_live_id_secret', namespaceId: 'docs' });
const failing = (status: number, code: string, message: string, details = {}) => {
  const headers = { 'x-request-id': 'request-7' };
  reply = { status, headers, body: { success: false, error: { code, message, details } } };
};
const signedIn = (options: { isTerminal?: boolean } = {}) =>
  createTestCli({ environment: account(), ...options });

/** Every command that does something, as it is typed. */
function commandsOf(command: Command, path: readonly string[] = []): string[][] {
  if (command.commands.length === 0) return [[...path]];
  return command.commands.flatMap((one) => commandsOf(one, [...path, one.name()]));
}

test('every command says how it is used, with examples', async () => {
  const commands = commandsOf(createProgram(createTestCli().cli)).filter(([name]) => name !== '__complete');
  expect(commands.length).toBeGreaterThan(30);
  for (const command of commands) {
    const { exitCode, output } = await createTestCli().run(...command, '--help');
    expect([exitCode, command.join(' '), output]).toEqual([
      0,
      command.join(' '),
      expect.stringContaining('Examples:\n  $ '),
    ]);
  }
});

test('what a key permits is named by its scopes', async () => {
  reply = {
    body: { success: true, data: { apiKey: { id: 'id', name: 'first', scopes: ['read', 'ingest'] } } },
  };
  const { output } = await signedIn({ isTerminal: true }).run('whoami', '--no-color');
  expect(output).toContain('Scopes     read, ingest\n');
});

test('a namespace is shown with the move that is under way', async () => {
  const namespace = {
    name: 'docs',
    embeddingModelConfig: { provider: 'LOCAL', model: 'static-1024' },
    vectorStorageConfig: { provider: 'PGVECTOR' },
    fileStorageConfig: { type: 'LOCAL' },
    webScraperConfig: null,
    createdAt: { isoString: '2026-11-27T09:00:00.000Z' },
  };
  const move = { status: 'PAUSED', summary: 'Moving from LANCEDB to PGVECTOR is paused: 1 of 3 documents' };
  const get = async (moving: object | null, isTerminal = true) => {
    reply = { body: { success: true, data: { namespace, move: moving } } };
    return (await signedIn({ isTerminal }).run('namespace', 'get')).output;
  };
  expect(await get(move)).toContain(`MOVE       ${move.summary}`);
  expect(await get(null)).not.toContain('MOVE');
  expect(JSON.parse(await get(move, false))).toMatchObject({ name: 'docs', move });
});

test.each([
  [['nope'], /unknown command 'nope'/],
  [['search'], /missing required argument 'query'/],
  [['search', 'x', '--hybrid', '2'], /from 0 to 1/],
  [['ingest', 'https://example.com', '--watch'], /Only files and folders can be watched/],
  [['ingest', 'notes', '--sitemap'], /No address was named/],
  [['documents', 'delete'], /No document was named/],
  [['keys', 'revoke', 'id'], /This cannot be confirmed/],
  [['login'], /The key cannot be asked for/],
  [['documents', 'list', '--status', 'wrong'], /must be one of .*success/],
  [['documents', 'list', '--type', 'word'], /must be one of .*file/],
  [['ingest', '/nowhere/notes'], /There is no file or folder \/nowhere\/notes/],
  [['namespace', 'list', '--url', 'localhost:4000'], /localhost:4000 .*must be an address like/],
])('%j is misused', async (args, message) => {
  const { exitCode, errors, output } = await signedIn().run(...args);
  expect([exitCode, output]).toEqual([2, '']);
  expect(errors).toMatch(message);
});

test.each([
  [401, 'UNAUTHORIZED', 3, 'docfleet login'],
  [403, 'FORBIDDEN', 3, 'docfleet whoami'],
  [404, 'NAMESPACE_NOT_FOUND', 4, 'docfleet namespace list'],
  [400, 'INVALID_REQUEST', 1, 'name: must not be blank'],
])(
  'a %i is reported with what to do and the id of the request, and ends with its own code',
  async (status, code, exitCode, advice) => {
    failing(status, code, 'It did not work', { issues: [{ path: 'name', message: 'must not be blank' }] });
    const result = await signedIn().run('namespace', 'get', 'x');
    expect(result).toMatchObject({ exitCode, output: '' });
    expect(result.errors).toContain('✗ It did not work\n');
    expect(result.errors).toContain(advice);
    expect(result.errors).toContain('Request request-7');
    const asJson = await signedIn().run('namespace', 'get', 'x', '--json');
    expect(JSON.parse(asJson.errors)).toMatchObject({ error: { code, requestId: 'request-7' } });
  },
);

test('the only error of a field is said once', async () => {
  const message = 'name must not be blank';
  failing(400, 'INVALID_REQUEST', message, { issues: [{ path: 'name', message: 'must not be blank' }] });
  const { errors } = await signedIn().run('namespace', 'get', 'x');
  expect(errors.match(/must not be blank/g)).toHaveLength(1);
});

test('a namespace that does not exist is reported without requests of the API', async () => {
  failing(404, 'NAMESPACE_NOT_FOUND', 'There is no namespace "x": GET /v1/namespaces lists yours');
  const { errors } = await signedIn().run('namespace', 'get', 'x');
  expect(errors).toContain('✗ There is no namespace "x"\n');
});

test('a list is a line of JSON for each in a pipe, and a table on a terminal', async () => {
  const key = {
    id: 'k1',
    status: 'ACTIVE',
    scopes: ['read'],
    createdAt: { isoString: new Date().toISOString() },
    name: 'a\u001b[2Jb',
  };
  const nothing = { expiresAt: null, lastUsedAt: null };
  reply = { body: { success: true, data: { apiKeys: [{ ...key, ...nothing }], hasNextPage: false } } };
  const piped = await signedIn().run('keys', 'list');
  expect(JSON.parse(piped.output)).toMatchObject({ id: 'k1', name: key.name });
  expect(piped.output).not.toContain('\u001b');
  const shown = await signedIn({ isTerminal: true }).run('keys', 'list');
  expect(shown.output.startsWith('\u001b[2mID  STATUS  SCOPES')).toBe(true);
  expect(shown.output).toContain('a\\u001b[2Jb');
  const plain = await signedIn({ isTerminal: true }).run('keys', 'list', '--no-color');
  expect(plain.output).not.toContain('\u001b');
  expect((await signedIn({ isTerminal: true }).run('keys', 'list', '--json')).output).toBe(piped.output);
});

test('a stored key is sent to no other service than its own', async () => {
  await writeProfiles(configDirectory, {
    current: 'default',
    profiles: { default: { url: 'http://other.example', apiKey: 'secret' } },
  });
  const cli = createTestCli({ environment: { configDirectory } });
  const before = service.requests.length;
  const { exitCode, errors } = await cli.run('namespace', 'list', '--url', service.url);
  expect(exitCode).toBe(3);
  expect(errors).toContain(`No key is known for ${service.url}`);
  expect(service.requests).toHaveLength(before);
});

test('a service that is not there is named with what to do', async () => {
  const cli = createTestCli({
    environment: { ...account(), url: `http://127.0.0.1:${await reserveFreePort()}` },
  });
  const { exitCode, output } = await cli.run('doctor');
  expect(exitCode).toBe(1);
  expect(output).toContain('"check":"address","state":"wrong"');
  expect(output).toContain('ECONNREFUSED');
});

test('Ctrl-C ends a request that is under way, with 130', async () => {
  const controller = new AbortController();
  const slow = await startStubServer(() => {
    controller.abort(new Interrupted('Interrupted'));
    return undefined;
  });
  const cli = createTestCli({ environment: { ...account(), url: slow.url }, signal: controller.signal });
  expect(await cli.run('namespace', 'list')).toEqual({ exitCode: 130, output: '', errors: 'Interrupted\n' });
  await slow.close();
});

test('a key with a line break is refused by the name of its variable, and no part of it is printed', async () => {
  const apiKey = 'df_live_id_hush\nsecond line';
  for (const format of [[], ['--json']]) {
    const cli = createTestCli({ environment: { ...account(), apiKey } });
    const { exitCode, output, errors } = await cli.run('whoami', ...format);
    expect(errors).toContain('DOCFLEET_API_KEY is no API key');
    expect([exitCode, (output + errors).includes('hush')]).toEqual([exitCodes.misused, false]);
  }
});

test('a line break at the end of the key, as of a file, is not sent', async () => {
  reply = { body: { success: true, data: { apiKey: { id: 'id', name: 'first', scopes: ['read'] } } } };
  const cli = createTestCli({ environment: { ...account(), apiKey: 'df_live_id_secret\r\n' } });
  expect((await cli.run('whoami')).exitCode).toBe(0);
});
