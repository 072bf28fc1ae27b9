import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestFleet, type TestFleet } from './test-fleet.ts';

let fleet: TestFleet;
beforeAll(async () => {
  fleet = await startTestFleet({ PARSE_PROCESSES: '1' });
}, 120_000);
afterAll(() => fleet.remove());

const convert = (name: string, content: string | Uint8Array, fields = {}) =>
  fleet.api.upload<{ documents: { filename: string; markdown: string }[] }>('/v1/convert/file', fields, {
    name,
    content,
  });

test('a file comes back as Markdown', async () => {
  const { status, body } = await convert('page.html', '<h1>Title</h1><ul><li>one<li>two</ul>');
  expect([status, body.data.documents]).toEqual([
    200,
    [{ filename: 'page.html', markdown: '# Title\n\n- one\n- two\n' }],
  ]);
});

test('a file of a type that nobody reads is UNSUPPORTED_FILE_TYPE', async () => {
  const { status, body } = await convert('program', Buffer.from('7f454c46020101000000000000000000', 'hex'));
  expect([status, body.error?.code]).toEqual([415, 'UNSUPPORTED_FILE_TYPE']);
});

test('a blank file says so', async () => {
  const { status, body } = await convert('blank.txt', ' \n ');
  expect([status, body.error?.code, body.error?.details?.reason]).toEqual([
    400,
    'INVALID_REQUEST',
    'DOCUMENT_EMPTY',
  ]);
});
