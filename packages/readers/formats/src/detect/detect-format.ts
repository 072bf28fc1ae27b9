import { extname } from 'node:path/posix';
import { AppError } from '@docfleet/errors';
import { createDecoder, encodingOfMark, encodingOfUnits } from '@docfleet/text/decoding';
import type { Format, Sample } from '../format.ts';
import { formats } from '../formats/formats.ts';
import { openZip, type ZipArchive } from '../zip/zip-archive.ts';
import { readOleStreams } from './ole-streams.ts';
import { isCompoundFile, readHead, readSignature, type Signature, unreadableFormat } from './signature.ts';

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
 * Identifies a ZIP, compound file or signed message by the entries in it; undefined for another file, or without known entries.
 * Throws DOCUMENT_UNREADABLE, DOCUMENT_TOO_COMPLEX and DOCUMENT_ENCRYPTED.
 */
export async function identifyContainer(path: string, head: Uint8Array): Promise<Signature | undefined> {
  if (isZip(head)) return identifyZip(await openZip(path));
  if (isCompoundFile(head)) return identifyOle(path);
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

/** Formats made of printable characters; any other signature that a text begins with is chance ("BM", "MZ", "solid"). */
const textualTypes = new Set([
  'application/pdf',
  'application/rtf',
  'application/postscript',
  'application/eps',
]);

/** First line of an encrypted OpenPGP message in ASCII armor. RFC 9580, 6.2. */
const encryptedText = /^\ufeff?\s*-----BEGIN PGP MESSAGE-----/;

/** Containers whose kind only their name states. */
const containers = new Set(['zip', 'cfb', 'xml']);

/** Control characters that a text may contain. */
const strayControls = 2;
const charactersPerControl = 33;
const longRun = 256;

/** Bytes that every picture has before its pixels. */
const headerLength = 32;

/** Name and type of a file as its sender declares them. */
export interface Declaration {
  readonly fileName: string;
  /** A media type, parameters and all. */
  readonly declaredType: string | null;
}

/**
 * Determines the format by which a file is read from its content; name and declared type only decide between formats of text. Throws
 * DOCUMENT_EMPTY for an empty file, and UNSUPPORTED_FILE_TYPE with a sentence that names the file's type and a format that can be
 * read instead.
 */
export async function detectFormat(path: string, declaration: Declaration): Promise<Format> {
  const head = await readHead(path);
  if (head.length === 0) throw new AppError('DOCUMENT_EMPTY', 'The file has no content');
  const sample = await takeSample(path, head, declaration);
  if (sample.text && encryptedText.test(sample.text)) throw encrypted();
  const format = formats.find((candidate) => candidate.matches(sample));
  if (format) return format;
  const { signature, extension } = sample;
  if (!signature) throw unsupported('The file is neither text nor of a known type');
  const isNamed = containers.has(signature.extension) && /^[a-z0-9]{2,5}$/.test(extension);
  if (isNamed && formats.some(({ name }) => name.toLowerCase() === extension))
    throw new AppError(
      'DOCUMENT_UNREADABLE',
      `The file is called ${extension.toUpperCase()}, but lacks the parts of one: save or export it again`,
    );
  const reason = isNamed && extension !== signature.extension ? undefined : unreadableFormat(signature);
  if (reason !== undefined) throw new AppError('UNSUPPORTED_FILE_TYPE', reason);
  throw unsupported(`${(isNamed ? extension : signature.extension).toUpperCase()} files cannot be read yet`);
}

async function takeSample(
  path: string,
  head: Uint8Array,
  { fileName, declaredType }: Declaration,
): Promise<Sample> {
  const container = await identifyContainer(path, head);
  const text = container ? undefined : readAsText(head);
  const signature = container ?? (await readSignature(head));
  const isChance = (found: Signature) =>
    text !== undefined && !textualTypes.has(found.mimeType) && !isPicture(found, head);
  return {
    signature: signature && !isChance(signature) ? signature : undefined,
    text,
    extension: extname(fileName).slice(1).toLowerCase(),
    declaredType: mediaTypeOf(declaredType),
  };
}

/** A picture may begin with little but white, which looks like letters; its header holds zeros, as no text does. */
const isPicture = ({ mimeType }: Signature, head: Uint8Array) =>
  mimeType.startsWith('image/') && head.subarray(0, headerLength).includes(0);

/** The `charset` of a media type. */
export function charsetOf(declaredType: string | null): string | undefined {
  return /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(declaredType ?? '')?.[1];
}

function mediaTypeOf(declaredType: string | null): string {
  return (declaredType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

const escapeCode = 0x1b;

/** Whether a unit is a control of ASCII, but for white space and the escape that terminals' colors begin with. */
const isStrayControl = (unit: number) =>
  unit < 0x09 || (unit > 0x0d && unit < 0x20 && unit !== escapeCode) || unit === 0x7f;

const backspace = 0x08;

/** Whether a unit strikes a letter over, as in pages of a manual. */
const isStruckOver = (text: string, at: number) =>
  text.charCodeAt(at) === backspace && text.charCodeAt(at - 1) >= 0x20 && text.charCodeAt(at + 1) >= 0x20;

function countStrayControls(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1)
    if (isStrayControl(text.charCodeAt(index)) && !isStruckOver(text, index)) count += 1;
  return count;
}

/** The characters of a file's first bytes, or undefined where they are no text. */
function readAsText(head: Uint8Array): string | undefined {
  if (isOneByte(head) || isEbcdic(head)) return undefined;
  const encoding = encodingOfMark(head) ?? encodingOfUnits(head) ?? 'windows-1252';
  const text = createDecoder(encoding).write(head);
  const controls = countStrayControls(text);
  // A few bytes may be letters by chance.
  if (controls > 0 && controls >= (text.match(/[\x20-\x7e\n]/g)?.length ?? 0)) return undefined;
  return controls <= Math.max(strayControls, text.length / charactersPerControl) ? text : undefined;
}

const ebcdicSpace = 0x40;

/** Whether bytes are text as mainframes write it: its letters lie beyond ASCII, its spaces are `@`, and it has no space of ASCII. */
function isEbcdic(head: Uint8Array): boolean {
  let [beyond, spaces] = [0, 0];
  for (const byte of head) {
    if (byte === 0x20 || byte === 0x0a) return false;
    if (byte >= 0x80) beyond++;
    else if (byte === ebcdicSpace) spaces++;
  }
  return beyond > head.length / 2 && spaces > head.length / 20;
}

/** Whether nothing but one byte beyond ASCII stands there, as in memory that was never written to: no letter is repeated so. */
const isOneByte = (head: Uint8Array) =>
  head.length >= longRun && (head[0] ?? 0) >= 0x80 && head.every((byte) => byte === head[0]);

const encrypted = () =>
  new AppError('DOCUMENT_ENCRYPTED', 'The message is encrypted: save it as it is shown and send it again');

function unsupported(reason: string): AppError {
  const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(formats.map(({ name }) => name));
  return new AppError('UNSUPPORTED_FILE_TYPE', `${reason}: send ${names}`);
}
