import { readFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { escapeText, headingLine } from '@docfleet/text/markdown';
import type { Address } from 'postal-mime';
import { convertEmbedded, type Source } from '../../format.ts';
import { writeBody, writeFields } from '../eml/prepare-mail.ts';
import { type HeadLength, Properties, pageOfLocale, type Streams } from './properties.ts';

/** Initial content of the dictionary. [MS-OXRTFCP] 2.1.2.1. */
const first =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
const dictionaryLength = 4_096;
const headLength = 16;
const compressed = 0x75465a4c;
const plain = 0x414c454d;
const maxLength = 64_000_000;

/** The RTF of a message as Outlook stores it; undefined where it is stored in no way that is known. [MS-OXRTFCP]. */
function decompressRtf(stored: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(stored);
  if (bytes.length < headLength) return undefined;
  const [length, kind] = [bytes.readUInt32LE(4), bytes.readUInt32LE(8)];
  const body = bytes.subarray(headLength);
  if (kind === plain) return body.subarray(0, length);
  return kind === compressed && length <= maxLength ? expand(body, length) : undefined;
}

function expand(body: Buffer, length: number): Buffer {
  const dictionary = Buffer.alloc(dictionaryLength);
  let place = dictionary.write(first, 'latin1');
  const output = Buffer.alloc(length);
  let written = 0;
  const put = (byte: number) => {
    if (written < length) output[written++] = byte;
    dictionary[place] = byte;
    place = (place + 1) % dictionaryLength;
  };
  for (let at = 0; at < body.length && written < length; ) {
    const kinds = body[at++] as number;
    for (let bit = 0; bit < 8 && at < body.length; bit++) {
      if (((kinds >> bit) & 1) === 0) {
        put(body[at++] as number);
        continue;
      }
      // Offset of a repeated piece in the dictionary, and its length minus two.
      const reference = at + 2 <= body.length ? body.readUInt16BE(at) : 0;
      at += 2;
      const from = reference >> 4;
      if (from === place) return output.subarray(0, written);
      for (let index = 0; index < (reference & 0xf) + 2; index++)
        put(dictionary[(from + index) % dictionaryLength] as number);
    }
  }
  return output.subarray(0, written);
}

/** Bytes; a mail is read whole. */
const maxMailBytes = 64_000_000;
/** Ids of properties. [MS-OXPROPS]. */
const [subject, text, html, rtf] = ['0037', '1000', '1013', '1009'];
const [senderName, senderAddress, senderSmtp] = ['0C1A', '0C1F', '5D01'];
const [displayName, address, smtpAddress] = ['3001', '3003', '39FE'];
const [longName, shortName, mediaType, contentId, data] = ['3707', '3704', '370E', '3712', '3701'];
const [submitted, delivered, role, codePage, locale, internetPage, isHidden] = [
  0x0039, 0x0e06, 0x0c15, 0x3ffd, 0x3ff1, 0x3fde, 0x7ffe,
];
const [isTo, isCc] = [1, 2];
/** Mails within each other, recipients and attached files that are read. */
const maxDepth = 3;
const maxRecipients = 2_000;
const maxAttachments = 2_000;

/** Reads a mail of Outlook. Throws DOCUMENT_TOO_COMPLEX. Layout: [MS-OXMSG]. */
export async function* readMsg(source: Source): AsyncGenerator<string> {
  if (source.size > maxMailBytes)
    throw new AppError(
      'DOCUMENT_TOO_COMPLEX',
      'The mail is larger than 64 MB, the most that can be read: send its attachments by themselves',
    );
  const { CFB } = await import('@e965/xlsx');
  const container = CFB.read(await readFile(source.path), { type: 'buffer' });
  const streams = new Map<string, Uint8Array>();
  container.FullPaths.forEach((path: string, index: number) => {
    const content = container.FileIndex[index]?.content;
    if (content) streams.set(path.replace(/^[^/]*\//, ''), content as Uint8Array);
  });
  yield* readMessage({ source, streams, folder: '', head: 32, depth: 0 });
}

interface Message {
  readonly source: Source;
  readonly streams: Streams;
  /** The path of its storage, with a slash at its end; empty for the whole file. */
  readonly folder: string;
  readonly head: HeadLength;
  readonly depth: number;
}

async function* readMessage(message: Message): AsyncGenerator<string> {
  const { source, streams, folder, head } = message;
  const own = new Properties(streams, folder, head);
  const page = own.number(codePage) ?? pageOfLocale(own.number(locale)) ?? own.number(internetPage);
  const recipients = await readRecipients(message, page);
  const sent = own.time(submitted) ?? own.time(delivered);
  yield writeFields({
    subject: await own.text(subject, page),
    from: addressOf(
      await own.text(senderName, page),
      (await own.text(senderSmtp, page)) || (await own.text(senderAddress, page)),
    ),
    to: recipients.filter(({ kind }) => kind === isTo).map(({ one }) => one),
    cc: recipients.filter(({ kind }) => kind === isCc).map(({ one }) => one),
    ...(sent && { date: sent.toISOString() }),
  });
  const markup = await own.text(html, own.number(internetPage) ?? page);
  const body = writeBody({ html: markup, text: await own.text(text, page) });
  const formatted = body === '' ? own.bytes(rtf) : undefined;
  yield body;
  if (formatted) yield* readFormatted(source, decompressRtf(formatted));
  yield* readAttachments(message, markup, page);
}

/** The text of a mail that has it as RTF alone; a mail may have none. */
async function* readFormatted(source: Source, content: Buffer | undefined): AsyncGenerator<string> {
  if (!content)
    return source.reportNotRead({ what: 'TEXT', why: 'The text of the mail is damaged: save it again' });
  try {
    yield* (await source.convertPart({ fileName: 'body.rtf', declaredType: null, content })).markdown;
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'DOCUMENT_EMPTY') throw cause;
  }
  yield '\n';
}

/** An address, unless it is one that only Exchange knows. */
function addressOf(name: string, address: string): Address {
  return { name, address: /^[^/].*@/s.test(address) ? address : '' };
}

const foldersOf = ({ streams, folder }: Message, kind: string, most: number): string[] => {
  const start = `${folder}__${kind}_version1.0_#`;
  const folders = new Set<string>();
  for (const path of streams.keys())
    if (path.startsWith(start)) folders.add(path.slice(0, path.indexOf('/', start.length) + 1));
  return [...folders].filter(Boolean).sort().slice(0, most);
};

async function readRecipients(message: Message, page: number | undefined) {
  const all: { readonly kind: number | undefined; readonly one: Address }[] = [];
  for (const folder of foldersOf(message, 'recip', maxRecipients)) {
    const properties = new Properties(message.streams, folder, 8);
    const known = (await properties.text(smtpAddress, page)) || (await properties.text(address, page));
    const one = addressOf(await properties.text(displayName, page), known);
    all.push({ kind: properties.number(role), one });
  }
  return all;
}

async function* readAttachments(
  message: Message,
  markup: string,
  page: number | undefined,
): AsyncGenerator<string> {
  const { source, streams, depth } = message;
  for (const folder of foldersOf(message, 'attach', maxAttachments)) {
    const properties = new Properties(streams, folder, 8);
    const inner = `${folder}__substg1.0_${data}000D/`;
    const id = await properties.text(contentId, page);
    const name = (await properties.text(longName, page)) || (await properties.text(shortName, page));
    const content = properties.bytes(data);
    // Pictures in the text, as in signatures, are no files to a reader.
    if (properties.isSet(isHidden) || (id && markup.includes(`cid:${id}`))) continue;
    if (content) {
      const declaredType = (await properties.text(mediaType, page)) || null;
      yield* convertEmbedded(source, 'Attachment', { fileName: name || 'unnamed', declaredType, content });
    } else if (!streams.has(`${inner}__properties_version1.0`) || depth === maxDepth) {
      const why = 'The attached object has no form that is read: save it as a file and send that';
      source.reportNotRead({ what: 'EMBEDDED_FILE', where: name || null, why });
    } else {
      const title = (await properties.text(displayName, page)) || name || 'message';
      yield `${headingLine(2, `Attachment: ${escapeText(title, { startsLine: false, isInLink: false })}`)}\n\n`;
      yield* readMessage({ ...message, folder: inner, head: 24, depth: depth + 1 });
    }
  }
}
