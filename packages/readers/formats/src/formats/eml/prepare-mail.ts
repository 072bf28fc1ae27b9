import { isAscii, isUtf8 } from 'node:buffer';
import { createTextCleaner, isKnownEncoding } from '@docfleet/text/decoding';
import { createContentReader, htmlToMarkdown } from '@docfleet/text/html';
import { escapeText, headingLine } from '@docfleet/text/markdown';
import type { Address, Email } from 'postal-mime';

const title = /<title[^<>]*>[^<]*<\/title>/gi;

function mainToMarkdown(html: string): string {
  const reader = createContentReader();
  reader.write(html);
  return reader.end().markdown;
}

/** A mail's text as HTML has it, with its structure, or else as it is: marks of quoted lines mean the same in Markdown. */
export function writeBody({
  html,
  text = '',
  isReduced = false,
}: {
  readonly html?: string | undefined;
  readonly text?: string;
  /** Whether it is a page, of which the content is read. */
  readonly isReduced?: boolean;
}) {
  const convert = isReduced ? mainToMarkdown : htmlToMarkdown;
  const markdown = html?.trim() ? convert(html.replace(title, '')) : '';
  if (markdown.trim()) return `${markdown}\n`;
  const cleaned = createTextCleaner(() => 'utf-8').end(text);
  return cleaned.trim() ? `${cleaned.trim()}\n\n` : '';
}

const boundary = /\bboundary\s*=\s*(?:"([^"\r\n]{1,200})|([^\s";]{1,200}))/gi;

/** Lines that may part a mail. */
export const delimiter = /^--(.{1,200}?)(?:--)?[ \t\r]*$/gm;

/** Returns the boundaries that the headers of a mail declare. The mail is read as Latin-1. */
export function boundariesOf(mail: string): ReadonlySet<string> {
  const boundaries = [...mail.matchAll(boundary)].map(([, quoted, bare]) => (quoted ?? bare ?? '').trimEnd());
  return new Set(boundaries);
}

/** Addresses that are written out; a mail to a whole company has thousands. */
const maxAddresses = 200;

const toLine = (text: string) =>
  escapeText(text.replace(/\s+/g, ' ').trim(), { startsLine: false, isInLink: false });

type Fields = Pick<Email, 'subject' | 'from' | 'to' | 'cc' | 'date'>;

/** The subject as a heading, and who wrote to whom and when as a list. */
export function writeFields(mail: Fields): string {
  const fields: [string, string][] = [
    ['From', addressesOf(mail.from ? [mail.from] : [])],
    ['To', addressesOf(mail.to ?? [])],
    ['Cc', addressesOf(mail.cc ?? [])],
    ['Date', toLine(mail.date ?? '')],
  ];
  const lines = fields.filter(([, value]) => value).map(([name, value]) => `- **${name}:** ${value}\n`);
  const subject = toLine(mail.subject ?? '');
  return `${subject ? `${headingLine(1, subject)}\n\n` : ''}${lines.join('')}\n`;
}

function addressesOf(addresses: readonly Address[]): string {
  const all = addresses.flatMap((address) => address.group ?? [address]);
  const written = all
    .slice(0, maxAddresses)
    .map(({ name, address }) => toLine(name && address ? `${name} (${address})` : name || address || ''))
    .filter(Boolean);
  const more = all.length - maxAddresses;
  return `${written.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const textField = /^content-type:[ \t]*text\/(?:html|plain)\b.*(?:\r?\n[ \t].*)*/im;
const textType = /text\/(?:html|plain)/i;
const hasCharset = /\bcharset\b/i;
const charsetOf = /\bcharset[ \t]*=[ \t]*"?([^\s";]{1,60})"?/i;
const encoding = /^content-transfer-encoding:\s*"?(quoted-printable|base64)/im;
const declared = /<meta\s[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i;
const nextPart = /^--/m;

/** The bytes of the beginning of a part, as Latin-1. */
function decoded(body: string, head: string): string {
  const [own = ''] = body.replace(/^\s+/, '').split(nextPart, 1);
  const kind = encoding.exec(head)?.[1]?.toLowerCase();
  if (kind === 'base64') return Buffer.from(own, 'base64').toString('latin1');
  if (kind !== 'quoted-printable') return own;
  return own
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Whether bytes are not UTF-8; the last character may be cut. */
function isOther(text: string): boolean {
  const bytes = Buffer.from(text, 'latin1');
  return [0, 1, 2, 3].every((cut) => !isUtf8(bytes.subarray(0, bytes.length - cut)));
}

/** Encodings that mailers declare by default, even for other bytes. */
const byDefault = /^(?:(?:us-)?ascii|iso[-_]?8859-1|latin1|windows-1252|cp1252)$/i;

/**
 * Names the encoding of a text in its head, where that names none or a wrong one: UTF-8 where its bytes are, else the one that HTML
 * names itself, or that of most old programs.
 */
function nameCharset(head: string, body: string): string {
  const field = textField.exec(head)?.[0];
  if (field === undefined) return head;
  const label = charsetOf.exec(field)?.[1];
  if (label === undefined ? hasCharset.test(field) : isKnownEncoding(label) && !byDefault.test(label))
    return head;
  const text = decoded(body, head);
  const isNamed = label !== undefined && isKnownEncoding(label);
  if (isNamed && (isAscii(Buffer.from(text, 'latin1')) || isOther(text))) return head;
  const charset = isOther(text) ? (declared.exec(text)?.[1] ?? 'windows-1252') : 'utf-8';
  const named = label
    ? field.replace(charsetOf, `charset=${charset}`)
    : field.replace(textType, (type) => `${type}; charset=${charset}`);
  return head.replace(field, () => named);
}

const singleText = /^content-type:[ \t]*text\/(?:html|plain)(?=[^\n]*(?:\r?\n[ \t][^\n]*)*boundary[ \t]*=)/im;
/** A type that a program has written behind the end of the head, with the first of its parts. */
const lateType = /^(?:\r?\n){2,}(content-type:[ \t]*multipart\/[^\n]*(?:\r?\n[ \t][^\n]*)*)(?=(?:\r?\n)+--)/i;

/**
 * A mail whose head says that it has parts, where it has: some programs name the boundary of parts beside the type of a text, or write the type
 * behind the empty line that ends a head.
 */
export function withDeclaredParts(mail: string): string {
  endOfHead.lastIndex = 0;
  const end = endOfHead.exec(mail)?.index ?? mail.length;
  const head = mail.slice(0, end);
  const late = /^content-type:/im.test(head) ? null : lateType.exec(mail.slice(end, end + sampleLength));
  if (late) return `${head}\r\n${late[1]}${mail.slice(end + late[0].length)}`;
  const [name] = boundariesOf(head);
  const hasParts = name !== undefined && singleText.test(head) && mail.includes(`\n--${name}`, end);
  return hasParts ? head.replace(singleText, 'Content-Type: multipart/mixed') + mail.slice(end) : mail;
}

/** A mail whose heads are as its reader expects them. */
export interface PreparedMail {
  readonly content: Uint8Array;
  /** Rules for joining lines that a mail program has wrapped; undefined for other mails. RFC 3676. */
  readonly flowed: { readonly deletesSpace: boolean } | undefined;
}

/** Characters of a part by which its encoding is known. */
const sampleLength = 16_384;
const endOfHead = /\r?\n\r?\n/g;
/** Encoded words that follow each other in one encoding: a program may cut a letter in two between them. */
const encodedWords = /=\?([\w.:*+-]{1,40})\?([QB])\?([^?\s]*)\?=(?:(?:\r?\n)?[ \t]+=\?\1\?\2\?[^?\s]*\?=)+/gi;
const encodedText = /=\?[\w.:*+-]{1,40}\?[QB]\?([^?\s]*)\?=/gi;
const formatFlowed = /(;\s*)format\s*=\s*"?flowed"?/i;

function joinWords(words: string, charset: string, encoding: string): string {
  const texts = [...words.matchAll(encodedText)].map(([, text = '']) => text);
  const isBase64 = /b/i.test(encoding);
  const joined = isBase64
    ? Buffer.concat(texts.map((text) => Buffer.from(text, 'base64'))).toString('base64')
    : texts.join('');
  return `=?${charset}?${encoding}?${joined}?=`;
}

/** Decodes a header: ASCII or UTF-8; otherwise Latin-1, which most older programs wrote. */
function toUtf8(head: string): string {
  const bytes = Buffer.from(head, 'latin1');
  if (isUtf8(bytes)) return head;
  return Buffer.from(new TextDecoder('windows-1252').decode(bytes)).toString('latin1');
}

/** Finds the headers of a mail and of its parts: start and end of each. */
function* headsOf(mail: string): Generator<readonly [start: number, end: number]> {
  const boundaries = boundariesOf(mail);
  const endAfter = (start: number): number => {
    endOfHead.lastIndex = start;
    return endOfHead.exec(mail)?.index ?? mail.length;
  };
  let end = endAfter(0);
  yield [0, end];
  for (const { index, 0: line, 1: name = '' } of mail.matchAll(delimiter)) {
    if (index < end || !boundaries.has(name)) continue;
    const start = index + line.length;
    end = endAfter(start);
    yield [start, end];
  }
}

/** Repairs the heads of a mail, which is read as Latin-1: letters cut in two, letters of old encodings, wrapped lines. */
export function prepareMail(mail: string): PreparedMail {
  const pieces: string[] = [];
  let flowed: PreparedMail['flowed'];
  let done = 0;
  for (const [start, end] of headsOf(mail)) {
    const head = mail.slice(start, end);
    // Its reader would take the marks of quoted lines for words.
    if (formatFlowed.test(head)) flowed ??= { deletesSpace: /;\s*delsp\s*=\s*"?yes/i.test(head) };
    const named = nameCharset(toUtf8(head), mail.slice(end, end + sampleLength));
    const repaired = named.replace(encodedWords, joinWords).replace(formatFlowed, '$1format=fixed');
    if (repaired === head) continue;
    pieces.push(mail.slice(done, start), repaired);
    done = end;
  }
  return { content: Buffer.from([...pieces, mail.slice(done)].join(''), 'latin1'), flowed };
}
