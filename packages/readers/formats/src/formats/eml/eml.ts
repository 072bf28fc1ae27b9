import { readFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { createDecoder, encodingOfMark, encodingOfUnits } from '@docfleet/text/decoding';
import type { Attachment, Email } from 'postal-mime';
import {
  asUnreadable,
  convertEmbedded,
  type Format,
  isPlainText,
  type Sample,
  type Source,
} from '../../format.ts';
import {
  boundariesOf,
  delimiter,
  prepareMail,
  withDeclaredParts,
  writeBody,
  writeFields,
} from './prepare-mail.ts';

/** Attached files that are named; more are counted. */
const maxNamed = 2_000;
/** Media types of parts that sign a mail or draw its text; they are no attachments to a reader. */
const furniture =
  /^application\/(?:pgp-signature|(?:x-)?pkcs7-signature|(?:x-)?javascript|font.*)$|^text\/(?:css|javascript)$|^font\//;

/**
 * Converts each attached file below a heading with its name: its text, or the reason why it cannot be read. Of a page saved as one
 * file, reads embedded pages, but not its resources.
 */
async function* convertAttachments(
  source: Source,
  attachments: readonly Attachment[],
  isPage: boolean,
): AsyncGenerator<string> {
  const files = attachments.filter((one) => isFile(one) && (!isPage || one.mimeType === 'text/html'));
  for (const file of files.slice(0, maxNamed)) {
    const content =
      typeof file.content === 'string' ? Buffer.from(file.content) : new Uint8Array(file.content);
    const part = { fileName: nameOf(file), declaredType: file.mimeType, content };
    yield* convertEmbedded(source, 'Attachment', part);
  }
  const count = files.length - maxNamed;
  if (count <= 0) return;
  const why = `A mail has ${maxNamed.toLocaleString('en')} attached files that are named, and no more`;
  source.reportNotRead({ what: 'EMBEDDED_FILE', why, count });
  yield `${count} more files are attached.\n`;
}

/** Pictures in the text, as in signatures, are no files to a reader. */
function isFile({ mimeType, related, disposition }: Attachment): boolean {
  const isInText = related === true || (disposition === 'inline' && mimeType.startsWith('image/'));
  return !isInText && !furniture.test(mimeType);
}

function nameOf({ filename, mimeType }: Attachment): string {
  if (filename) return filename;
  return mimeType === 'message/rfc822' ? 'message.eml' : `unnamed (${mimeType})`;
}

const fields = new Set(
  'from to cc subject date received message-id mime-version return-path delivered-to content-type reply-to dkim-signature x-mailer'.split(
    ' ',
  ),
);
const field = /^([a-z][a-z\d-]{0,76}):/i;
/** Lines at the beginning among which the fields must be. */
const maxLines = 60;

/** A page that a browser or Word saved as one file is written like a mail, and may lack a sender. */
const savedPage = /^content-type:\s*multipart\/related/im;

/** Blank lines and a mailbox's first line, perhaps quoted, which some programs leave before the fields of a mail. */
const beforeFields =
  /^\ufeff?(?:[ \t]{0,80}\r?\n){0,8}(?:>{0,4}From .{1,200}\r?\n)?(?:[ \t]{0,80}\r?\n){0,8}/;

/**
 * Whether a text is a mail, or a page that is written like one: it begins with the fields of a mail, and has some of those that every
 * mail has.
 */
function looksLikeMail(sample: Sample): boolean {
  if (!isPlainText(sample)) return false;
  const known = new Set<string>();
  const text = sample.text.replace(beforeFields, '');
  const lines = text.split(/\r?\n/, maxLines);
  for (const [index, line] of lines.entries()) {
    if (line === '') break;
    if (/^[ \t]/.test(line)) continue;
    const name = field.exec(line)?.[1]?.toLowerCase();
    // The last line of the sample may be cut.
    if (!name && index > 0 && index === lines.length - 1) break;
    if (!name) return false;
    if (fields.has(name)) known.add(name);
  }
  const isNamed = sample.extension === 'eml' || sample.declaredType === 'message/rfc822';
  if (isNamed) return known.size >= 1;
  const fieldLines = text.split(/\r?\n\r?\n/, 1)[0] ?? '';
  const isPage = known.has('mime-version') && savedPage.test(fieldLines);
  return isPage || (known.size >= 3 && known.has('from'));
}

/**
 * Joins the lines that a program has wrapped: those that end in a space, and have as many marks of quoting as the next. RFC 3676. Each
 * paragraph keeps its marks.
 */
function joinFlowed(text: string, { deletesSpace }: { readonly deletesSpace: boolean }): string {
  const joined: string[] = [];
  let open: { readonly marks: string; words: string } | undefined;
  for (const line of text.split(/\r?\n/)) {
    const marks = /^>*/.exec(line)?.[0] ?? '';
    // A space is put before lines that would be taken for something else.
    const words = line.slice(marks.length).replace(/^ /, '');
    const goesOn = words.endsWith(' ') && words !== '-- ';
    const kept = goesOn && deletesSpace ? words.slice(0, -1) : words;
    if (open && open.marks === marks && words !== '-- ') open.words += kept;
    else {
      if (open) joined.push(lineOf(open));
      open = { marks, words: kept };
    }
    if (goesOn) continue;
    joined.push(lineOf(open));
    open = undefined;
  }
  if (open) joined.push(lineOf(open));
  return joined.join('\n');
}

const lineOf = ({ marks, words }: { readonly marks: string; readonly words: string }) =>
  marks ? `${marks} ${words}` : words;

/** Maximum of parts of a mail: the parser takes time quadratic in their number, a second for this many. */
const maxParts = 20_000;
/** Mails in mails are given on, head by head. */
const message = /^content-type:\s*message\/rfc822/gim;

/** Throws DOCUMENT_TOO_COMPLEX for a mail, read as Latin-1, that no program has written. */
function refuseManyParts(mail: string): void {
  const boundaries = boundariesOf(mail);
  let parts = mail.match(message)?.length ?? 0;
  if (parts > maxParts) throw tooMany();
  for (const [, name] of mail.matchAll(delimiter)) {
    if (!boundaries.has(name ?? '')) continue;
    if (++parts > maxParts) throw tooMany();
  }
}

const tooMany = () =>
  new AppError(
    'DOCUMENT_TOO_COMPLEX',
    `The mail has more than ${maxParts} parts, the most that can be read: send its attachments by themselves`,
  );

/** Bytes; a mail is read whole. Providers let through half of it. */
const maxMailBytes = 64_000_000;

/** Bytes by which UTF-16 without a mark is known. */
const sampleBytes = 4_096;

/** Mails: subject, fields, text, and attachments below headings of their own. */
export const eml: Format = {
  name: 'EML',
  mimeType: 'message/rfc822',
  matches: looksLikeMail,
  convert: (source) => asUnreadable('EML', convert(source)),
};

/** Throws DOCUMENT_TOO_COMPLEX where the reader met one of its limits, which only the text of its error distinguishes from damage. */
function refuseBeyondLimits(cause: unknown): never {
  const [, what] = /^Maximum (MIME nesting depth|header size) /.exec(String((cause as Error)?.message)) ?? [];
  if (!what) throw cause;
  const message = what.startsWith('MIME')
    ? 'The parts of the mail are nested deeper than 64 levels, the most that are read: send what it holds by itself'
    : 'The header of the mail is longer than 2 MiB, the most that is read: send its text by itself';
  throw new AppError('DOCUMENT_TOO_COMPLEX', message, { cause });
}

/** A mail in bytes of ASCII and UTF-8: some programs save it with a byte order mark, or in UTF-16. */
function inBytes(content: Buffer): Buffer {
  const encoding = encodingOfMark(content) ?? encodingOfUnits(content.subarray(0, sampleBytes));
  if (!encoding) return content;
  const decoder = createDecoder(encoding);
  return Buffer.from((decoder.write(content) + decoder.end()).replace(/^\ufeff/, ''));
}

async function* convert(source: Source): AsyncGenerator<string> {
  if (source.size > maxMailBytes)
    throw new AppError(
      'DOCUMENT_TOO_COMPLEX',
      'The mail is larger than 64 MB, the most that can be read: send its attachments by themselves',
    );
  const mailInBytes = inBytes(await readFile(source.path)).toString('latin1');
  const latin = withDeclaredParts(mailInBytes.replace(beforeFields, ''));
  refuseManyParts(latin);
  const prepared = prepareMail(latin);
  const { default: PostalMime } = await import('postal-mime');
  const limits = { maxNestingDepth: 64, maxRfc822NestingDepth: 0 };
  const mail = await PostalMime.parse(prepared.content, limits).catch(refuseBeyondLimits);
  yield writeFields(mail);
  const { html, text = '' } = mail;
  const isPage = isSavedPage(mail);
  const body = prepared.flowed ? joinFlowed(text, prepared.flowed) : text;
  yield writeBody({ html, text: body, isReduced: isPage && source.htmlContent === 'MAIN' });
  yield* convertAttachments(source, mail.attachments, isPage);
}

/** Whether this is no mail but a page that was saved as one file: it has no recipients, and its parts belong together. */
function isSavedPage({ headers, to = [], cc = [] }: Email): boolean {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? '';
  return /^\s*multipart\/related/i.test(type) && to.length + cc.length === 0;
}
