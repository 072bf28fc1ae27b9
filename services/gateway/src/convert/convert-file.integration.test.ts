import { endConversion } from '@docfleet/domain/conversion';
import { AppError, type ErrorCode } from '@docfleet/errors';
import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

function convert(fields: Record<string, string> = {}, content: string | undefined = 'content') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (content !== '') form.set('file', new Blob([content], { type: 'text/plain' }), 'notes.txt');
  return gateway.call('POST', '/v1/convert/file', { body: form, key: gateway.keys.ingest });
}

/** Ends the one conversion that waits, as a parser would. */
const parserResponds = (outcome: Parameters<typeof endConversion>[2]) =>
  eventually(async () => {
    const { database } = gateway.context;
    const waiting = await database.conversion.findFirstOrThrow({ where: { status: 'QUEUED' } });
    await endConversion(database, waiting.id, outcome);
  });

test('the answer carries the Markdown, and nothing of the file is kept', async () => {
  const [response] = await Promise.all([
    convert({ ocrConfig: 'undefined' }),
    parserResponds({ markdown: '# Hello', notRead: [] }),
  ]);
  expect([response.status, response.body.data]).toEqual([
    200,
    { documents: [{ filename: 'notes.txt', markdown: '# Hello', notRead: [] }] },
  ]);
  const { database } = gateway.context;
  expect([await database.conversion.count(), await database.conversionPart.count()]).toEqual([0, 0]);
});

test.each([
  ['WHOLE', true],
  ['MAIN', false],
  ['undefined', false],
])('a request for %s of a page reaches the parser', async (htmlContent, keepsWholePages) => {
  const conversion = convert({ htmlContent });
  const { database } = gateway.context;
  const row = await eventually(() => database.conversion.findFirstOrThrow({ where: { status: 'QUEUED' } }));
  await endConversion(database, row.id, { markdown: '# Hello', notRead: [] });
  expect([row.keepsWholePages, (await conversion).status]).toEqual([keepsWholePages, 200]);
});

test('the answer names the parts of the file that the Markdown lacks', async () => {
  const notRead = [{ what: 'CHART', where: 'sheet Sales', why: 'Charts are not read', count: 2 }] as const;
  const [response] = await Promise.all([convert(), parserResponds({ markdown: '# Hello', notRead })]);
  expect(response.body.data.documents).toEqual([{ filename: 'notes.txt', markdown: '# Hello', notRead }]);
});

test.each<[ErrorCode, number, string]>([
  ['UNSUPPORTED_FILE_TYPE', 415, 'UNSUPPORTED_FILE_TYPE'],
  ['DOCUMENT_EMPTY', 400, 'INVALID_REQUEST'],
  ['DOCUMENT_UNREADABLE', 400, 'INVALID_REQUEST'],
  ['DOCUMENT_ENCRYPTED', 400, 'INVALID_REQUEST'],
  ['DOCUMENT_TOO_COMPLEX', 400, 'INVALID_REQUEST'],
  ['SYSTEM_PROGRAM_MISSING', 500, 'CONVERT_FILE_FAILED'],
  ['INTERNAL_ERROR', 500, 'CONVERT_FILE_FAILED'],
])('a parser that says %s is answered as %d %s', async (said, status, code) => {
  const [response] = await Promise.all([convert(), parserResponds(new AppError(said, 'what it is'))]);
  expect([response.status, response.body.error.code]).toEqual([status, code]);
});

test('a conversion that takes too long is REQUEST_TIMEOUT, and is forgotten', async () => {
  const response = await convert();
  expect([response.status, response.body.error.code]).toEqual([504, 'REQUEST_TIMEOUT']);
  expect(await gateway.context.database.conversion.count()).toBe(0);
});

test('a file that is larger than the limit of conversions is FILE_TOO_LARGE', async () => {
  const response = await convert({}, 'x'.repeat(100_001));
  expect([response.status, response.body.error.code]).toEqual([413, 'FILE_TOO_LARGE']);
});

test.each([
  [{ ocrConfig: '{"strategy":"MAGIC"}' }, 'INVALID_OCR_CONFIG'],
  [{ ocrConfig: '{' }, 'INVALID_OCR_CONFIG'],
  [{ namespaceId: 'docs' }, 'INVALID_REQUEST'],
])('the form %j is %s', async (fields, code) => {
  const response = await convert(fields as Record<string, string>);
  expect([response.status, response.body.error.code]).toEqual([400, code]);
});

test('without a file it is INVALID_REQUEST', async () => {
  const response = await convert({}, '');
  expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
});
