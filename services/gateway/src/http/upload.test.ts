import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../test/start-test-app.ts';
import { route } from './route.ts';
import { fileNameOf } from './upload.ts';

const upload = route({
  method: 'post',
  path: '/v1/upload',
  summary: 'Upload',
  tags: [],
  scope: 'ingest',
  multipart: z.strictObject({ note: z.string() }),
  status: 202,
  response: z.object({
    note: z.string(),
    name: z.string(),
    size: z.int(),
    sha256: z.string(),
    onDisk: z.string(),
  }),
  errors: [],
  invalid: { default: 'INVALID_INGEST_CONFIG' },
  failed: 'INGESTION_FAILED',
  async handle({ form, file }) {
    const onDisk = createHash('sha256')
      .update(await readFile(file.path))
      .digest('hex');
    const sha256 = Buffer.from(file.sha256).toString('hex');
    return { message: '', data: { note: form.note, name: file.fileName, size: file.size, sha256, onDisk } };
  },
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp([upload]);
});
afterAll(() => app.close());

const form = 'multipart/form-data; boundary=b';
const send = (form: FormData) => app.call('POST', '/v1/upload', { body: form });
const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const filePart = (fileName: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: text/plain\r\n\r\n${content}\r\n`;
const sendRaw = (body: string, type = form) =>
  app.call('POST', '/v1/upload', { body, headers: { 'content-type': type } });

const nothingSpooled = () => eventually(async () => expect(await readdir(app.spoolDirectory)).toEqual([]));

test.each(['before', 'after'])('the file may stand %s the fields', async (place) => {
  const content = randomBytes(50_000);
  const form = new FormData();
  if (place === 'after') form.set('note', 'n');
  form.set('file', new Blob([content]), 'Bericht für Zoë.pdf');
  if (place === 'before') form.set('note', 'n');
  const result = await send(form);
  const sha256 = createHash('sha256').update(content).digest('hex');
  expect(result.body.data).toEqual({
    note: 'n',
    name: 'Bericht für Zoë.pdf',
    size: 50_000,
    sha256,
    onDisk: sha256,
  });
  await nothingSpooled();
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\a.txt', 'a.txt'],
  ['a\u202eb.txt', 'ab.txt'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
])('a file named %j is called %j', async (sent, name) => {
  const result = await sendRaw(`${filePart(sent, 'x')}${part('note', '')}--b--\r\n`);
  expect(result.body.data.name).toBe(name);
});

test.each([
  ['no boundary', 'multipart/form-data', part('note', 'n')],
  ['a body that ends too soon', form, `${part('note', 'n')}${filePart('a', 'x')}`],
  ['a body that is no form', form, 'hello'],
  ['a boundary that never comes', 'multipart/form-data; boundary=other', 'hello'],
  ['two files', form, `${filePart('a', 'x')}${filePart('b', 'y')}--b--\r\n`],
  [
    'many fields',
    form,
    `${Array.from({ length: 60 }, (_, index) => part(`f${index}`, '')).join('')}--b--\r\n`,
  ],
  ['a field that is long', form, `${part('note', 'x'.repeat(150_000))}--b--\r\n`],
  ['a part without a name', form, '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n'],
])('%s is a clean 400', async (_what, type, body) => {
  const result = await sendRaw(body, type);
  expect(result.status).toBe(400);
  expect(result.body.error.code).toMatch(/^INVALID_/);
  await nothingSpooled();
});

test.each([
  [`${part('note', 'n')}--b--\r\n`, 'file', 'is required'],
  [`${filePart('a', 'x')}--b--\r\n`, 'note', 'is required'],
  [`${filePart('a', 'x')}${part('note', 'n')}${part('more', 'n')}--b--\r\n`, 'more', 'is not a known field'],
  [`${filePart('a', 'x')}${part('note', 'a\0')}--b--\r\n`, 'note', 'NUL'],
])('a form that lacks or has too much names the field', async (body, path, message) => {
  const result = await sendRaw(body);
  expect(result.body.error).toMatchObject({
    code: 'INVALID_INGEST_CONFIG',
    details: { issues: [{ path, message: expect.stringContaining(message) }] },
  });
  await nothingSpooled();
});

test('another type than a form is not taken', async () => {
  const result = await app.call('POST', '/v1/upload', { json: { note: 'n' } });
  expect([result.status, result.body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
});

test('a file of the greatest size is taken, one byte more is not', async () => {
  const withFile = (size: number) => {
    const form = new FormData();
    form.set('note', 'n');
    form.set('file', new Blob([new Uint8Array(size)]), 'a');
    return send(form);
  };
  expect((await withFile(100_000)).body.data.size).toBe(100_000);
  const refused = await withFile(100_001);
  expect([refused.status, refused.body.error.code]).toEqual([413, 'FILE_TOO_LARGE']);
  await nothingSpooled();
});

test('a file that is too large is refused while it is still being sent', async () => {
  const request = httpRequest(`${app.url}/v1/upload`, {
    method: 'POST',
    headers: { authorization: 'Bearer df_live_ingest', 'content-type': 'multipart/form-data; boundary=b' },
  });
  request.on('error', () => undefined);
  request.write(filePart('big', 'x'.repeat(150_000)));
  // The form is never ended.
  const [response] = await once(request, 'response');
  expect(response.statusCode).toBe(413);
  request.destroy();
  await nothingSpooled();
});

test('a caller that goes in the middle leaves nothing behind', async () => {
  const { port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  const head = [
    'POST /v1/upload HTTP/1.1',
    'Host: x',
    'Authorization: Bearer df_live_ingest',
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 90000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${filePart('a', 'x'.repeat(40_000))}`);
  await eventually(async () => expect(await readdir(app.spoolDirectory)).toHaveLength(1));
  socket.destroy();
  await nothingSpooled();
});

test('a key without the scope is rejected', async () => {
  const result = await app.call('POST', '/v1/upload', { key: 'df_live_read', body: 'x' });
  expect([result.status, result.body.error.code]).toEqual([403, 'FORBIDDEN']);
});

/** A client in a process of its own, as one in this one sends nothing while the server responds; prints the statuses that it got. */
const uploadMany = `
  const [url, key, connection] = process.argv.slice(1);
  const upload = () => {
    const { promise, resolve } = Promise.withResolvers();
    const headers = { authorization: 'Bearer ' + key, connection, 'content-type': 'multipart/form-data; boundary=b' };
    const request = require('node:http').request(url, { method: 'POST', headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    request.on('error', ({ code }) => resolve(code));
    const head = '--b\\r\\nContent-Disposition: form-data; name="file"; filename="a"\\r\\n\\r\\n';
    request.end(Buffer.concat([Buffer.from(head), Buffer.alloc(8_000_000)]));
    return promise;
  };
  Promise.all(Array.from({ length: 16 }, upload)).then((statuses) => console.log(JSON.stringify(statuses)));
`;

test.each([
  ['before its body was read', 'df_live_read', 'close', 403],
  ['before its body was read', 'df_live_read', 'keep-alive', 403],
  ['while its file was written', 'df_live_ingest', 'keep-alive', 413],
])(
  'a client that is refused %s learns of it, however much it has still to send',
  async (_when, key, connection, status) => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...['-e', uploadMany],
      ...[`${app.url}/v1/upload`, key, connection],
    ]);
    expect(JSON.parse(stdout)).toEqual(Array.from({ length: 16 }, () => status));
    await nothingSpooled();
  },
);

test.each([
  ['report.pdf', 'report.pdf'],
  [Buffer.from('Größe €.pdf').toString('latin1'), 'Größe €.pdf'],
  ['Gr\xf6\xdfe \x80.pdf', 'Größe €.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\a.txt', 'a.txt'],
  ['a\u0000\u0007\n\u202eb.txt', 'ab.txt'],
  ['می\u200cخواهم 👩\u200d🚀.pdf', 'می\u200cخواهم 👩\u200d🚀.pdf'],
  ['..', 'file'],
  ['\u200d', 'file'],
  ['', 'file'],
  ['\u{1F600}'.repeat(200), '\u{1F600}'.repeat(127)],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
])('%j is kept as %j', (sent, kept) => {
  expect(fileNameOf(sent)).toBe(kept);
});
