import { deflateSync } from 'node:zlib';
import { oleOf } from '../../../../packages/readers/formats/test/detect/ole.fixture.ts';
import {
  empty,
  encrypted,
  filled,
  type HostileFile,
  hostile,
  missing,
  readable,
  tooComplex,
  unreadable,
  unsupported,
} from './hostile-file.fixture.ts';
import { samples } from './samples.fixture.ts';

const megabyte = 2 ** 20;
const anyEnd = [readable, tooComplex, unreadable];
/** While pictures cannot be read, or cannot be read on this machine, they end earlier. */
const picture = [unsupported, missing, tooComplex, unreadable, empty];

/** A picture of one color, so large that it must not be unpacked. */
function pixels(width: number, height: number): Buffer {
  const chunk = (type: string, content: Uint8Array) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size[8] = 8;
  const rows = deflateSync(Buffer.alloc(Math.min(width * height, 64 * megabyte)));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** A directory whose chain of sectors returns to its beginning. */
function oleLoop(): Buffer {
  const file = oleOf('WordDocument');
  file.writeUInt32LE(1, 512 + 4);
  file.writeUInt32LE(0, 512);
  return file;
}

function mail(type: string, body: string): Buffer {
  return Buffer.from(
    `From: a@example.com\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\n${body}`,
  );
}

function nestedParts(depth: number): Buffer {
  let body = '';
  for (let level = 1; level <= depth; level++)
    body += `--b${level - 1}\r\nContent-Type: multipart/mixed; boundary="b${level}"\r\n\r\n`;
  return mail('multipart/mixed; boundary="b0"', `${body}--b${depth}\r\n\r\ntext`);
}

const asDocument = async (sample: string) => (await samples[sample]?.()) ?? new Uint8Array();

/** Plain texts, mails, pictures, OLE containers, and files that are not what their names say. */
export const hostileTexts: readonly HostileFile[] = [
  hostile('nothing.txt', empty, () => Buffer.alloc(0)),
  hostile('nothing.pdf', empty, () => Buffer.alloc(0)),
  hostile('nothing.docx', empty, () => Buffer.alloc(0)),
  hostile('one byte.docx', [readable, empty, unsupported, unreadable], () => Buffer.from([0x50])),
  hostile('zeros.txt', [empty, unsupported, unreadable], () => Buffer.alloc(megabyte)),
  hostile('ones.bin', unsupported, () => Buffer.alloc(megabyte, 0xff)),
  hostile('one line of 30 MB.txt', [readable, tooComplex], () => filled(30_000_000, 'word ')),
  hostile('one word of 30 MB.md', [readable, tooComplex], () => filled(30_000_000, 'w')),
  hostile('a million columns.csv', anyEnd, () =>
    Buffer.from(`${'a,'.repeat(1_000_000)}\n${'1,'.repeat(1_000_000)}\n`),
  ),
  hostile('an open quote.csv', anyEnd, () =>
    Buffer.concat([Buffer.from('a,b\n"'), filled(2_000_000, 'x,y\n')]),
  ),
  hostile('nothing but quotes.csv', [...anyEnd, empty], () => filled(5_000_000, '"')),
  hostile('nothing but delimiters.csv', [...anyEnd, empty], () => filled(5_000_000, ',')),
  hostile('nothing but fences.md', anyEnd, () => filled(5_000_000, '`')),
  hostile('half characters.txt', [readable, unreadable], () =>
    Buffer.concat([Buffer.from([0xff, 0xfe]), filled(megabyte, '\ud800')]),
  ),
  hostile('nested parts.eml', [...anyEnd, empty], () => nestedParts(20_000)),
  hostile('many parts.eml', tooComplex, () =>
    mail('multipart/mixed; boundary=b', '--b\r\n\r\n'.repeat(300_000)),
  ),
  hostile('messages in messages.eml', tooComplex, () =>
    mail('message/rfc822', 'Content-Type: message/rfc822\r\n\r\n'.repeat(50_000)),
  ),
  hostile('a long head.eml', [...anyEnd, empty], () =>
    Buffer.concat([
      Buffer.from('From: a@example.com\r\nSubject: x\r\nX: '),
      filled(20_000_000, 'x '),
      Buffer.from('\r\n\r\ntext'),
    ]),
  ),
  hostile('an encoded word without end.eml', [...anyEnd, empty], () =>
    mail(`text/plain\r\nX-A: ${'=?utf-8?q?=?='.repeat(300_000)}`, 'text'),
  ),
  hostile('30,000 pixels.png', picture, () => pixels(30_000, 30_000)),
  hostile('two billion pixels.png', picture, () => pixels(0x7fff_ffff, 0x7fff_ffff)),
  hostile('encrypted.docx', encrypted, () => oleOf('EncryptionInfo', 'EncryptedPackage')),
  hostile('encrypted.xlsx', encrypted, () => oleOf('EncryptionInfo', 'EncryptedPackage')),
  hostile('a chain of sectors in a circle.doc', [unsupported, missing, unreadable], oleLoop),
  hostile('a chain of sectors in a circle.xls', [unsupported, unreadable], () => {
    const file = oleOf('Workbook');
    file.writeUInt32LE(1, 516);
    return file;
  }),
  hostile('a PDF by another name.docx', readable, () => asDocument('pdf')),
  hostile('a DOCX by another name.pdf', readable, () => asDocument('docx')),
  hostile('a page by another name.xls', readable, () => asDocument('html')),
  hostile('both PDF and ZIP.pdf', readable, async () =>
    Buffer.concat([await asDocument('pdf'), await asDocument('docx')]),
  ),
  hostile('both page and PDF.html', [readable, unsupported], async () =>
    Buffer.concat([Buffer.from('<html><p>x</p><!--'), await asDocument('pdf')]),
  ),
  hostile('a program.txt', unsupported, () =>
    Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(4_000, 1)]),
  ),
];
