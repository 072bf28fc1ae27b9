import { AppError } from '@docfleet/errors';
import { openZip, type ZipArchive } from '../zip/zip-archive.ts';
import { readOleStreams } from './ole-streams.ts';
import type { Signature } from './signature.ts';

const officeTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsb: 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
} as const;

/** Main parts of documents, templates, slide shows, with and without macros, as [Content_Types].xml names them. */
const mainParts: readonly (readonly [RegExp, keyof typeof officeTypes])[] = [
  [
    /(?:wordprocessingml\.|ms-word\.)(?:document|template)\.(?:macroEnabled(?:Template)?\.)?main\+xml/i,
    'docx',
  ],
  [
    /(?:presentationml|ms-powerpoint)\.(?:presentation|slideshow|template)\.(?:macroEnabled\.)?main\+xml/i,
    'pptx',
  ],
  [/(?:spreadsheetml|ms-excel)\.(?:sheet|template)\.(?:macroEnabled\.)?main\+xml/i, 'xlsx'],
  [/ms-excel\.sheet\.binary\.macroEnabled\.main/i, 'xlsb'],
];

/** Formats whose first file in the archive holds their media type; templates are read like documents. */
const declaredTypes: Readonly<Record<string, string>> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/epub+zip': 'epub',
};

const epub: Signature = { extension: 'epub', mimeType: 'application/epub+zip' };

const oleTypes: readonly (readonly [stream: string, Signature])[] = [
  ['WordDocument', { extension: 'doc', mimeType: 'application/msword' }],
  ['Workbook', { extension: 'xls', mimeType: 'application/vnd.ms-excel' }],
  ['Book', { extension: 'xls', mimeType: 'application/vnd.ms-excel' }],
  ['PowerPoint Document', { extension: 'ppt', mimeType: 'application/vnd.ms-powerpoint' }],
  ['__properties_version1.0', { extension: 'msg', mimeType: 'application/vnd.ms-outlook' }],
];

const p7m: Signature = { extension: 'p7m', mimeType: 'application/pkcs7-mime' };
/** The kinds of messages, by the last number of the names. RFC 5652, 4, 5, 6. */
const messageKinds = Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07]);
const [signedData, envelopedData] = [2, 3];
const messageHeadLength = 24;

const startsWith = (head: Uint8Array, ...bytes: number[]) =>
  bytes.every((byte, index) => head[index] === byte);

/**
 * Determines what is in a container, ZIP, compound file or signed message, by what it lists; undefined where it is neither, or holds nothing
 * that is known. Throws DOCUMENT_UNREADABLE, DOCUMENT_TOO_COMPLEX and DOCUMENT_ENCRYPTED.
 */
export async function identifyContainer(path: string, head: Uint8Array): Promise<Signature | undefined> {
  if (isZip(head)) return identifyZip(await openZip(path));
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return identifyOle(path);
  return identifyMessage(Buffer.from(head));
}

/** Messages of PKCS #7 begin with a sequence and the name of their kind. RFC 5652. */
function identifyMessage(head: Buffer): Signature | undefined {
  if (head[0] !== 0x30) return undefined;
  const start = head.subarray(0, messageHeadLength).indexOf(messageKinds);
  const kind = start < 0 ? undefined : head[start + messageKinds.length];
  if (kind === envelopedData)
    throw new AppError(
      'DOCUMENT_ENCRYPTED',
      'The message is encrypted: save it as it is shown and send it again',
    );
  return kind === signedData ? p7m : undefined;
}

/** Line breaks, a mark and the headers of a part of an upload may stand before an archive, whose directory is found all the same. */
const beforeArchive = /^(?:\xef\xbb\xbf)?\s*(?:--[^\r\n]{1,200}\r?\n(?:[\w-]+:[^\r\n]*\r?\n)+\r?\n)?(?=PK)/;

function isZip(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  const before = beforeArchive.exec(text)?.[0];
  return before !== undefined && startsWith(head.subarray(before.length), 0x50, 0x4b, 0x03, 0x04);
}

async function identifyZip(archive: ZipArchive): Promise<Signature | undefined> {
  const types = await archive.readText('[Content_Types].xml');
  const named = types && mainParts.find(([pattern]) => pattern.test(types))?.[1];
  // Programs declare both types of workbooks by the endings of parts, whichever there is.
  const extension = named === 'xlsx' && archive.has('xl/workbook.bin') ? 'xlsb' : named;
  if (extension) return { extension, mimeType: officeTypes[extension] };
  const declared = (await archive.readText('mimetype'))?.trim().replace(/-template$/, '') ?? '';
  const known = declaredTypes[declared];
  if (known !== undefined) return { extension: known, mimeType: declared };
  // Books that have been packed again often lack the type, or have it in the wrong place.
  return archive.has('META-INF/container.xml') ? epub : undefined;
}

async function identifyOle(path: string): Promise<Signature | undefined> {
  const streams = await readOleStreams(path);
  return oleTypes.find(([stream]) => streams.has(stream))?.[1];
}
