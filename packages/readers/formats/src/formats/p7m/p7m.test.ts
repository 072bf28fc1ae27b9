import { expect, test } from '@jest/globals';
import { convertFile, markdownOf } from '../../../test/convert.fixture.ts';

function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, 0x82, content.length >> 8, content.length & 0xff]), content]);
}

/** One of indefinite length, as programs write that do not know it before. */
const ber = (tag: number, ...contents: Uint8Array[]) =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...contents, Buffer.from([0, 0])]);
const idOf = (kind: number) => der(0x06, Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, kind]));
const data = idOf(1);
const messageOf = (encapsulated: Buffer, kind = 2, sequence = der) =>
  sequence(
    0x30,
    idOf(kind),
    sequence(0xa0, sequence(0x30, der(0x02, Buffer.from([1])), der(0x31), encapsulated, der(0x31))),
  );
const signed = (content: string) => messageOf(der(0x30, data, der(0xa0, der(0x04, Buffer.from(content)))));

const mail = 'Content-Type: text/plain; charset=utf-8\r\n\r\nLeave is thirty days.\r\n';

test('a mail within its signature is read', async () => {
  const content = signed(mail);
  await expect(convertFile({ name: 'smime.p7m', content })).resolves.toEqual({
    mimeType: 'application/pkcs7-mime',
    markdown: expect.stringContaining('Leave is thirty days.'),
  });
});

test('a signed message whose content comes in pieces of unknown length is read', async () => {
  const pieces = [mail.slice(0, 50), mail.slice(50)].map((part) => der(0x04, Buffer.from(part)));
  const content = messageOf(ber(0x30, data, ber(0xa0, ber(0x24, ...pieces))), 2, ber);
  expect(await markdownOf('smime.p7m', content)).toContain('Leave is thirty days.');
});

test('a mail whose whole content is within its signature is read', async () => {
  const head =
    'From: a@example.com\r\nSubject: Rules\r\nMIME-Version: 1.0\r\nContent-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n';
  const markdown = await markdownOf('a.eml', head + signed(mail).toString('base64'));
  expect(markdown).toContain('# Rules');
  expect(markdown).toContain('Leave is thirty days.');
});

test('a signed invoice is read as what it is', async () => {
  const markdown = await markdownOf('invoice.csv.p7m', signed('part,count\nbolt,12\n'));
  expect(markdown).toBe('| part | count |\n| --- | --- |\n| bolt | 12 |\n');
});

test('a signature without what was signed, and a message that is encrypted, are named as such', async () => {
  await expect(markdownOf('a.p7m', messageOf(der(0x30, data)))).rejects.toMatchObject({
    code: 'DOCUMENT_UNREADABLE',
    message: expect.stringContaining('holds a signature'),
  });
  await expect(markdownOf('a.p7m', messageOf(der(0x30, data), 3))).rejects.toMatchObject({
    code: 'DOCUMENT_ENCRYPTED',
  });
});
