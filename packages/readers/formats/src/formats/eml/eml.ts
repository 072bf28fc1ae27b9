import { readFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { createDecoder, encodingOfMark, encodingOfUnits } from '@docfleet/text/decoding';
import type { Email } from 'postal-mime';
import { asUnreadable } from '../../as-unreadable.ts';
import type { Format, Source } from '../../format.ts';
import { convertAttachments } from './attachments.ts';
import { writeBody } from './body.ts';
import { writeFields } from './fields.ts';
import { joinFlowed } from './join-flowed.ts';
import { looksLikeMail } from './looks-like-mail.ts';
import { prepareMail } from './prepare-mail.ts';
import { refuseManyParts } from './refuse-many-parts.ts';

/** Bytes; a mail is read whole. Providers let through half of it. */
const maxMailBytes = 64_000_000;

/** Bytes by which UTF-16 without a mark is known. */
const sampleBytes = 4_096;

/** Mails: subject, fields, text, and what is attached below headings of its own. */
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
  const content = inBytes(await readFile(source.path));
  const latin = content.toString('latin1');
  refuseManyParts(latin);
  const prepared = prepareMail(content, latin);
  const { default: PostalMime } = await import('postal-mime');
  const limits = { maxNestingDepth: 64, maxRfc822NestingDepth: 0 };
  const mail = await PostalMime.parse(prepared.content, limits).catch(refuseBeyondLimits);
  yield writeFields(mail);
  const { html, text = '' } = mail;
  yield writeBody({ html, text: prepared.flowed ? joinFlowed(text, prepared.flowed) : text });
  yield* convertAttachments(source, mail.attachments, isSavedPage(mail));
}

/** Whether this is no mail but a page that was saved as one file: it has no recipients, and its parts belong together. */
function isSavedPage({ headers, to = [], cc = [] }: Email): boolean {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? '';
  return /^\s*multipart\/related/i.test(type) && to.length + cc.length === 0;
}
