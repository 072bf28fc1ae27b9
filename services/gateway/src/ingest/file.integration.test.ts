import { readdir } from 'node:fs/promises';
import { documentFileKeys } from '@docfleet/domain/document';
import { findNamespace } from '@docfleet/domain/namespace';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name: 'docs', ...localConfigs } });
});
afterAll(() => gateway.close());

function ingest(fields: Record<string, string>, content: string | undefined = 'content') {
  const form = new FormData();
  for (const [name, value] of Object.entries({ namespaceId: 'docs', ...fields })) form.set(name, value);
  if (content !== '') form.set('file', new Blob([content], { type: 'application/pdf' }), 'Bericht.pdf');
  return gateway.call('POST', '/v1/ingest/file', { body: form, key: gateway.keys.ingest });
}
const countDocuments = () => gateway.context.database.document.count();

test('a file is stored as it came, and waits to be parsed', async () => {
  const response = await ingest({
    source: 'FILE',
    metadata: '{"team":"a"}',
    chunkConfig: '{"chunkSize":50,"chunkOverlap":5}',
    ocrConfig: '{"strategy":"STANDARD_OCR","languages":["deu","eng"]}',
    htmlContent: 'WHOLE',
  });
  expect(response.status).toBe(202);
  const [{ id }] = response.body.data.documents;
  const { database, providers } = gateway.context;
  const row = await database.document.findUniqueOrThrow({ where: { id }, include: { job: true } });
  expect(row).toMatchObject({
    name: 'Bericht.pdf',
    documentType: 'FILE',
    ingestionSource: 'LOCAL_FILE',
    stage: 'PARSE',
    mimeType: 'application/pdf',
    fileSize: 7,
    metadata: { team: 'a' },
    job: {
      chunkSize: 50,
      chunkOverlap: 5,
      config: { ocrConfig: { strategy: 'STANDARD_OCR', languages: ['deu', 'eng'] }, htmlContent: 'WHOLE' },
    },
  });
  const namespace = await findNamespace(database, gateway.organizationId, 'docs');
  const { fileStore } = await providers.open(namespace!.id, namespace!.version);
  const stored = await fileStore.get(documentFileKeys(id, 1).raw, AbortSignal.timeout(5_000));
  expect(await stored?.body.setEncoding('utf8').toArray()).toEqual(['content']);
  expect(await readdir(gateway.spoolDirectory)).toEqual([]);
});

test.each([
  {},
  { source: 'LOCAL_FILE' },
  { source: 'undefined' },
  { metadata: 'undefined', chunkConfig: 'undefined', ocrConfig: 'undefined', config: 'undefined' },
  { metadata: '', chunkConfig: '', ocrConfig: '', htmlContent: '', config: '' },
])('the form %j is taken as it is meant', async (fields) => {
  expect((await ingest(fields)).status).toBe(202);
});

test('the caller’s own name and id hold', async () => {
  const first = await ingest({ config: '{"name":"Mine","externalId":"one"}' }, 'a');
  const second = await ingest({ config: '{"name":"Mine","externalId":"one"}' }, 'b');
  expect(second.body.data.documents[0].id).toBe(first.body.data.documents[0].id);
});

test.each([
  [{ source: 'TEXT' }, 'INVALID_INGEST_CONFIG', 'source'],
  [{ metadata: '{' }, 'INVALID_INGEST_CONFIG', 'metadata'],
  [{ metadata: '[]' }, 'INVALID_INGEST_CONFIG', 'metadata'],
  [{ metadata: '{"a":{"b":1}}' }, 'INVALID_INGEST_CONFIG', 'metadata.a'],
  [{ metadata: 'null' }, 'INVALID_INGEST_CONFIG', 'metadata'],
  [{ metadata: '{"a":"\\u0000"}' }, 'INVALID_INGEST_CONFIG', 'metadata.a'],
  [{ chunkConfig: 'x' }, 'INVALID_CHUNK_CONFIG', 'chunkConfig'],
  [{ chunkConfig: '{"chunkSize":1,"chunkOverlap":1}' }, 'INVALID_CHUNK_CONFIG', 'chunkConfig.chunkOverlap'],
  [{ ocrConfig: '{"strategy":"MAGIC"}' }, 'INVALID_OCR_CONFIG', 'ocrConfig.strategy'],
  [{ ocrConfig: '{}' }, 'INVALID_OCR_CONFIG', 'ocrConfig.strategy'],
  [{ htmlContent: 'PART' }, 'INVALID_INGEST_CONFIG', 'htmlContent'],
  [
    { ocrConfig: '{"strategy":"STANDARD_OCR","languages":["--help"]}' },
    'INVALID_OCR_CONFIG',
    'ocrConfig.languages.0',
  ],
  [{ config: '{"url":"x"}' }, 'INVALID_INGEST_CONFIG', 'config.url'],
  [{ other: 'x' }, 'INVALID_INGEST_CONFIG', 'other'],
  [{ 'metadata[a]': 'x' }, 'INVALID_INGEST_CONFIG', 'metadata'],
])('the form %j is %s at %s', async (fields, code, path) => {
  const before = await countDocuments();
  const { status, body } = await ingest(fields);
  expect([status, body.error.code, body.error.details.issues[0].path]).toEqual([400, code, path]);
  expect(await countDocuments()).toBe(before);
});

test('a form without a file is refused', async () => {
  const response = await ingest({}, '');
  expect(response.body.error.details.issues).toEqual([{ path: 'file', message: 'is required' }]);
});

test('an unknown namespace is not found, and nothing is kept', async () => {
  const response = await ingest({ namespaceId: 'missing' });
  expect([response.status, response.body.error.code]).toEqual([404, 'NAMESPACE_NOT_FOUND']);
  expect(await readdir(gateway.spoolDirectory)).toEqual([]);
});

test('a store that does not answer fails the ingestion, says so, and leaves no document', async () => {
  const fileStorageConfig = {
    type: 'S3_COMPATIBLE',
    bucket: 'b',
    region: 'r',
    endpoint: 'http://127.0.0.1:9',
    credentials: { accessKeyId: 'k', secretAccessKey: 's' },
  };
  const json = { name: 'away', ...localConfigs, fileStorageConfig };
  await gateway.call('POST', '/v1/namespaces?validate=false', { json });
  const before = await countDocuments();
  const { status, body } = await ingest({ namespaceId: 'away' });
  expect([status, body.error.code]).toEqual([502, 'INGESTION_FAILED']);
  expect(body.error.details.reason).toEqual(expect.any(String));
  expect(await countDocuments()).toBe(before);
});

/** First bytes of files in formats without text, with their names. */
const withoutText: readonly (readonly [name: string, head: readonly number[], called: string])[] = [
  ['notes.zip', [0x50, 0x4b, 3, 4, 20, 0], 'ZIP archives'],
  ['notes.7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4], '7Z archives'],
  ['notes.tar.gz', [0x1f, 0x8b, 8, 0, 0, 0, 0, 0], 'GZ archives'],
  ['talk.mp4', [0, 0, 0, 24, ...Buffer.from('ftypmp42'), 0, 0, 0, 0], 'MP4 files'],
  ['talk.mp3', [0xff, 0xfb, 0x90, 0, 0, 0], 'MP3 files'],
  ['tool', [0x7f, ...Buffer.from('ELF'), 2, 1, 1, 0], 'ELF files'],
  ['app.db', [...Buffer.from('SQLite format 3'), 0], 'SQLITE files'],
];

const upload = (name: string, bytes: Uint8Array<ArrayBuffer>) => {
  const form = new FormData();
  form.set('namespaceId', 'docs');
  form.set('file', new Blob([bytes]), name);
  return gateway.call('POST', '/v1/ingest/file', { body: form, key: gateway.keys.ingest });
};

test.each(withoutText)(
  '%s is refused before it becomes a document, and is called what it is',
  async (name, head, called) => {
    const before = await countDocuments();
    const { status, body } = await upload(name, Buffer.concat([Buffer.from(head), Buffer.alloc(600)]));
    expect([status, body.error.code]).toEqual([415, 'UNSUPPORTED_FILE_TYPE']);
    expect(body.error.message).toContain(called);
    expect(await countDocuments()).toBe(before);
  },
);

test.each([
  [
    'an office file that was renamed',
    'report.zip',
    [0x50, 0x4b, 3, 4, ...Buffer.from('\0[Content_Types].xml')],
  ],
  ['an archive with the name of an office file', 'report.docx', [0x50, 0x4b, 3, 4, 20, 0]],
  ['a text with the name of an archive', 'list.zip', [...Buffer.from('PK is not for pictures')]],
] as const)('%s is left to the parser', async (_what, name, head) => {
  expect((await upload(name, Buffer.from(head))).status).toBe(202);
});
