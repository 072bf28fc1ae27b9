import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PassThrough } from 'node:stream';
import { eventually, type StubRequest, type StubServer, startStubServer } from '@docfleet/testing';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTestCli } from '../../test/test-cli.fixture.ts';
import { Interrupted } from '../cli-failure.ts';

let service: StubServer;
let home: string;
let notes: string;
/** The service's documents by their ids: the run that each is of, and how it is. */
let documents: Map<string, { runId: string; status: string }>;
/** External ids of files as they were sent, and ids of documents as they were deleted. */
let sent: string[];
let deleted: string[];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'docfleet-cli-'));
  notes = join(home, 'notes');
  documents = new Map();
  sent = [];
  deleted = [];
  service = await startStubServer((request) => ({ body: { success: true, data: answer(request) } }));
  await write('okapi.md', 'The okapi.');
  await write('zebra.md', 'The zebra.');
});
afterEach(async () => {
  await service.close();
  await rm(home, { recursive: true });
});

async function write(name: string, text: string): Promise<void> {
  await mkdir(notes, { recursive: true });
  await writeFile(join(notes, name), text);
}

/** Returns the response of the stub service; a document has the id of its file. */
function answer({ method, path, body, json }: StubRequest): object {
  if (path === '/v1/ingest/file') {
    const id = /"externalId":"[^"]*\/([^"/]+)"/.exec(body)?.[1] ?? '';
    sent.push(id);
    documents.set(id, { runId: `run ${sent.length}`, status: 'SUCCESS' });
    return { ingestJobRunId: `run ${sent.length}`, documents: [{ id, status: 'QUEUED', error: null }] };
  }
  const { filterConfig } = json as { filterConfig: { documentIds: string[] } };
  const ids = filterConfig.documentIds.filter((id) => documents.has(id));
  if (method === 'DELETE') {
    deleted.push(...ids);
    for (const id of ids) documents.delete(id);
    return { itemsDeleted: ids.length };
  }
  return { documents: ids.map(present), hasNextPage: false, nextCursor: null };
}

function present(id: string): object {
  const { runId, status } = documents.get(id) ?? {};
  return { id, ingestionStatus: status, ingestionError: null, ingestJobRun: { id: runId } };
}

const cliOf = (signal = new AbortController().signal) =>
  createTestCli({
    environment: {
      url: service.url,
      apiKey: 'key',
      namespaceId: 'docs',
      cacheDirectory: join(home, 'cache'),
    },
    signal,
  });

/** Runs `docfleet ingest` and returns the outcome of each file of the folder, by its name. */
async function ingest(...args: readonly string[]): Promise<Record<string, string>> {
  const { output } = await cliOf().run('ingest', notes, ...args);
  return outcomesOf(output);
}

const outcomesOf = (output: string): Record<string, string> =>
  Object.fromEntries(
    output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .map(({ source, status }) => [source.slice(notes.length + 1), status]),
  );

/** Watches until the folder was read, and returns what was printed. */
async function watch() {
  const controller = new AbortController();
  const { cli, run } = cliOf(controller.signal);
  const running = run('ingest', notes, '--watch');
  let errors = '';
  await eventually(() => {
    errors += String((cli.terminal.errors as PassThrough).read() ?? '');
    expect(errors).toContain('Watching');
  });
  controller.abort(new Interrupted('Interrupted'));
  const { output } = await running;
  return { outcomes: outcomesOf(output), errors };
}

test('what is as it was is not sent again, what was changed is', async () => {
  expect(await ingest()).toEqual({ 'okapi.md': 'SUCCESS', 'zebra.md': 'SUCCESS' });
  await write('zebra.md', 'Two zebra.');
  await write('lion.md', 'The lion.');
  const again = { 'okapi.md': 'UNCHANGED', 'zebra.md': 'SUCCESS', 'lion.md': 'SUCCESS' };
  expect(await ingest()).toEqual(again);
  expect(sent.sort()).toEqual(['lion.md', 'okapi.md', 'zebra.md', 'zebra.md']);
});

test('a file that was only touched is known by its content', async () => {
  await ingest();
  await utimes(join(notes, 'okapi.md'), 1, 1);
  expect(await ingest()).toMatchObject({ 'okapi.md': 'UNCHANGED' });
});

test('--force, and other metadata, send everything', async () => {
  await ingest();
  expect(await ingest('--force')).toEqual({ 'okapi.md': 'SUCCESS', 'zebra.md': 'SUCCESS' });
  expect(await ingest('--metadata', 'team=zoo')).toMatchObject({ 'okapi.md': 'SUCCESS' });
  expect(await ingest('--metadata', 'team=zoo')).toMatchObject({ 'okapi.md': 'UNCHANGED' });
});

test.each([
  ['was deleted', () => void documents.delete('okapi.md')],
  ['failed', () => void documents.set('okapi.md', { runId: 'run 1', status: 'FAILED' })],
  ['was given another content', () => void documents.set('okapi.md', { runId: 'x', status: 'SUCCESS' })],
])('a file whose document %s is sent again', async (_what, change) => {
  await ingest('--concurrency', '1');
  change();
  expect(await ingest()).toEqual({ 'okapi.md': 'SUCCESS', 'zebra.md': 'UNCHANGED' });
});

test('documents of other users in another namespace do not affect this one', async () => {
  await ingest();
  expect(await ingest('--namespace', 'other')).toMatchObject({ 'okapi.md': 'SUCCESS' });
});

test('what was deleted while no command watched is deleted when it is watched again, and not before', async () => {
  await ingest();
  await rm(join(notes, 'okapi.md'));
  await ingest();
  expect(deleted).toEqual([]);
  expect((await watch()).outcomes).toEqual({ 'okapi.md': 'DELETED', 'zebra.md': 'UNCHANGED' });
  expect(deleted).toEqual(['okapi.md']);
});

test('a file that a new rule leaves out was not deleted', async () => {
  await ingest();
  await write('.gitignore', 'okapi.md');
  expect((await watch()).outcomes).toEqual({ 'zebra.md': 'UNCHANGED' });
  expect(deleted).toEqual([]);
});

test('of a folder in which nothing is left, nothing is deleted', async () => {
  await ingest();
  for (const name of ['okapi.md', 'zebra.md']) await rm(join(notes, name));
  expect((await watch()).errors).toContain('is empty');
  expect(deleted).toEqual([]);
});

test('a document that another user has changed since is left alone', async () => {
  await ingest();
  await rm(join(notes, 'okapi.md'));
  documents.set('okapi.md', { runId: 'of another user', status: 'SUCCESS' });
  expect((await watch()).errors).toContain('Left alone');
  expect(deleted).toEqual([]);
});
