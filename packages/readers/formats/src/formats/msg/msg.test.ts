import { CFB } from '@e965/xlsx';
import { expect, test } from '@jest/globals';
import { convertFile, convertLocated } from '../../../test/convert.fixture.ts';

const wide = (text: string) => Buffer.from(text, 'utf16le');
const number = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};

/** The values of fixed length of a message or an attached file, behind what stands before them. */
function valuesOf(
  head: number,
  values: readonly (readonly [id: number, type: number, value: bigint])[],
): Buffer {
  const entries = values.map(([id, type, value]) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt16LE(type);
    entry.writeUInt16LE(id, 2);
    return Buffer.concat([entry.subarray(0, 8), number(value)]);
  });
  return Buffer.concat([Buffer.alloc(head), ...entries]);
}

const noon = BigInt(Date.UTC(2024, 2, 5, 12) + 11_644_473_600_000) * 10_000n;
const recipient = (index: number, role: number, name: string, address: string) => ({
  [`__recip_version1.0_#0000000${index}/__properties_version1.0`]: valuesOf(8, [[0x0c15, 3, BigInt(role)]]),
  [`__recip_version1.0_#0000000${index}/__substg1.0_3001001F`]: wide(name),
  [`__recip_version1.0_#0000000${index}/__substg1.0_39FE001F`]: wide(address),
});
const attachment = (index: number, name: string, content: Buffer, hidden = 0n) => ({
  [`__attach_version1.0_#0000000${index}/__properties_version1.0`]: valuesOf(8, [[0x7ffe, 11, hidden]]),
  [`__attach_version1.0_#0000000${index}/__substg1.0_3707001F`]: wide(name),
  [`__attach_version1.0_#0000000${index}/__substg1.0_37010102`]: content,
});
const letter = {
  '__substg1.0_0037001F': wide('Leave in March'),
  '__substg1.0_0C1A001F': wide('Jane Doe'),
  '__substg1.0_5D01001F': wide('jane@example.com'),
  '__properties_version1.0': valuesOf(32, [[0x0039, 0x40, noon]]),
};

function msgOf(streams: Readonly<Record<string, Buffer>>): Buffer {
  const container = CFB.utils.cfb_new();
  for (const [path, content] of Object.entries(streams)) CFB.utils.cfb_add(container, `/${path}`, content);
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Uint8Array);
}

test('a mail of Outlook has its subject, fields, text and attached files', async () => {
  const content = msgOf({
    ...letter,
    ...recipient(0, 1, 'John Roe', 'john@example.com'),
    ...recipient(1, 2, 'The Office', '/o=ExchangeLabs/cn=office'),
    ...attachment(0, 'days.csv', Buffer.from('name,days\nAda,30\n')),
    ...attachment(1, 'logo.csv', Buffer.from('hidden,file\n1,2\n'), 1n),
    '__substg1.0_1000001F': wide('Plain text'),
    '__substg1.0_10130102': Buffer.from('<html><body><p>Leave is <b>thirty</b> days.</p></body></html>'),
  });
  const { mimeType, markdown } = await convertFile({ name: 'a.msg', content });
  expect(mimeType).toBe('application/vnd.ms-outlook');
  expect(markdown).toBe(
    [
      '# Leave in March\n',
      '- **From:** Jane Doe (jane@example.com)',
      '- **To:** John Roe (john@example.com)',
      '- **Cc:** The Office',
      '- **Date:** 2024-03-05T12:00:00.000Z\n',
      'Leave is **thirty** days.\n',
      '## Attachment: days.csv\n',
      '| name | days |\n| --- | --- |\n| Ada | 30 |\n\n\n',
    ].join('\n'),
  );
});

test('a mail of Outlook of before Unicode is read in its code page', async () => {
  const bytes = new Uint8Array([0xe4, 0xcf, 0xc2, 0xd2, 0xcf, 0xc5, 0x20, 0xd5, 0xd4, 0xd2, 0xcf]);
  const content = msgOf({
    '__substg1.0_0037001E': Buffer.from(bytes),
    '__substg1.0_1000001E': Buffer.from(bytes),
    '__properties_version1.0': valuesOf(32, [[0x3ffd, 3, 20866n]]),
  });
  const { markdown } = await convertFile({ name: 'a.msg', content });
  expect(markdown).toContain('# Доброе утро');
});

test('a mail of Outlook without a code page is read in that of its locale', async () => {
  const content = msgOf({
    '__substg1.0_0037001E': Buffer.from('Subject öäü Subject', 'latin1'),
    '__substg1.0_1000001E': Buffer.from('Body öäü Body', 'latin1'),
    '__properties_version1.0': valuesOf(32, [
      [0x3ff1, 3, 1031n],
      [0x3fde, 3, 65001n],
    ]),
  });
  const { markdown } = await convertFile({ name: 'a.msg', content });
  expect(markdown).toBe('# Subject öäü Subject\n\n\nBody öäü Body\n\n');
});

test('a mail within a mail of Outlook is read below a heading of its own', async () => {
  const inner = '__attach_version1.0_#00000000/__substg1.0_3701000D';
  const content = msgOf({
    ...letter,
    '__substg1.0_1000001F': wide('See below.'),
    '__attach_version1.0_#00000000/__properties_version1.0': valuesOf(8, []),
    '__attach_version1.0_#00000000/__substg1.0_3001001F': wide('The old rule'),
    [`${inner}/__properties_version1.0`]: valuesOf(24, []),
    [`${inner}/__substg1.0_0037001F`]: wide('Leave in 2023'),
    [`${inner}/__substg1.0_1000001F`]: wide('Leave was twenty days.'),
  });
  const { markdown } = await convertFile({ name: 'a.msg', content });
  expect(markdown).toContain('## Attachment: The old rule');
  expect(markdown).toContain('Leave was twenty days.');
});

/** Returns RTF in the compressed format, in literal pieces of eight letters without repetition. */
function compressedRtf(rtf: string): Buffer {
  const pieces = rtf.match(/.{1,8}/gs) ?? [];
  const body = Buffer.concat(pieces.map((piece) => Buffer.from(`\0${piece}`, 'latin1')));
  const head = Buffer.alloc(16);
  head.writeUInt32LE(body.length + 12);
  head.writeUInt32LE(rtf.length, 4);
  head.writeUInt32LE(0x75465a4c, 8);
  return Buffer.concat([head, body]);
}

test('the text of a mail of Outlook that has it as RTF alone is read', async () => {
  const content = msgOf({
    ...letter,
    '__substg1.0_10090102': compressedRtf('{\\rtf1\\ansi Leave is {\\b thirty} days.}'),
  });
  const { markdown } = await convertFile({ name: 'a.msg', content });
  expect(markdown).toContain('Leave is **thirty** days.');
});

test('an attached object that is no file is named', async () => {
  const content = msgOf({
    ...letter,
    '__substg1.0_1000001F': wide('See below.'),
    '__attach_version1.0_#00000000/__substg1.0_3707001F': wide('drawing'),
    '__attach_version1.0_#00000000/__properties_version1.0': valuesOf(8, []),
  });
  const { notRead } = await convertLocated({ name: 'a.msg', content });
  expect(notRead).toMatchObject([{ what: 'EMBEDDED_FILE', where: 'drawing', count: 1 }]);
});
