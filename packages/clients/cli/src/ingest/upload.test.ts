import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDocfleetClient } from '@docfleet/sdk';
import { type StubResponse, type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeFile } from './list-files.ts';
import { upload } from './upload.ts';

let service: StubServer;
let reply: StubResponse;
let folder: string;
beforeAll(async () => {
  service = await startStubServer(() => reply);
  folder = await mkdtemp(join(tmpdir(), 'docfleet-cli-'));
  await writeFile(join(folder, 'a.md'), 'The okapi.');
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const send = (name: string) => {
  const client = createDocfleetClient({ baseUrl: service.url, apiKey: 'key' });
  const stats = { size: 1, mtimeMs: 0, ctimeMs: 0 };
  const file = describeFile({ root: folder, idPrefix: 'x', isFolder: true }, name, stats);
  return upload(client, file, { namespaceId: 'docs', metadata: { team: 'zoo' } });
};

test('a file is sent with its name and its id', async () => {
  const documents = [{ id: 'd1', status: 'QUEUED', error: null }];
  reply = { status: 202, body: { success: true, data: { ingestJobRunId: 'r1', documents } } };
  expect(await send('a.md')).toMatchObject({
    outcome: { status: 'ACCEPTED', documentId: 'd1', externalId: 'x/a.md' },
    sha256: createHash('sha256').update('The okapi.').digest('hex'),
  });
  const body = service.requests.at(-1)?.body ?? '';
  expect(body).toContain('The okapi.');
  expect(body).toContain('"externalId":"x/a.md"');
  expect(body).toContain('{"team":"zoo"}');
});

test('a file that is refused, or that cannot be read, fails alone', async () => {
  reply = { status: 413, body: { error: { code: 'FILE_TOO_LARGE', message: 'It is too large' } } };
  expect(await send('a.md')).toMatchObject({
    outcome: { status: 'FAILED', error: 'It is too large' },
  });
  expect(await send('gone.md')).toMatchObject({
    outcome: { status: 'FAILED', error: expect.stringContaining('ENOENT') },
  });
});

test('a refusal that every other file would meet, too, is no matter of the file', async () => {
  reply = { status: 403, body: { error: { code: 'FORBIDDEN', message: 'The key may not' } } };
  await expect(send('a.md')).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a file whose name cannot be read fails alone, and nothing of it is sent', async () => {
  const client = createDocfleetClient({ baseUrl: service.url, apiKey: 'key' });
  const place = { root: folder, idPrefix: 'x', isFolder: true };
  const file = {
    ...describeFile(place, 'a.md', { size: 0, mtimeMs: 0, ctimeMs: 0 }),
    unreadable: 'Rename it',
  };
  const sent = service.requests.length;
  expect(await upload(client, file, { namespaceId: 'docs' })).toMatchObject({
    outcome: { status: 'FAILED', error: 'Rename it' },
  });
  expect(service.requests).toHaveLength(sent);
});
