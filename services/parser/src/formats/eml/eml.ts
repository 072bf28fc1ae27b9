import { readFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { createTextCleaner } from '@docfleet/text/decoding';
import { htmlToMarkdown } from '@docfleet/text/html';
import type { Email } from 'postal-mime';
import { asUnreadable } from '../../as-unreadable.ts';
import type { Format, Source } from '../../format.ts';
import { convertAttachments } from './attachments.ts';
import { writeFields } from './fields.ts';
import { joinFlowed } from './join-flowed.ts';
import { looksLikeMail } from './looks-like-mail.ts';
import { type PreparedMail, prepareMail } from './prepare-mail.ts';
import { refuseManyParts } from './refuse-many-parts.ts';

/** Bytes; a mail is read whole. Providers let through half of it. */
const largestMail = 64_000_000;
const title = /<title[^<>]*>[^<]*<\/title>/gi;

/** Mails: subject, fields, text, and what is attached below headings of its own. */
export const eml: Format = {
  name: 'EML',
  mimeType: 'message/rfc822',
  matches: looksLikeMail,
  convert: (source) => asUnreadable('EML', convert(source)),
};

async function* convert(source: Source): AsyncGenerator<string> {
  if (source.size > largestMail)
    throw new AppError(
      'DOCUMENT_TOO_COMPLEX',
      'The mail is larger than 64 MB, the most that can be read: send its attachments by themselves',
    );
  const content = await readFile(source.path);
  const latin = content.toString('latin1');
  refuseManyParts(latin);
  const prepared = prepareMail(content, latin);
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(prepared.content, {
    maxNestingDepth: 64,
    maxRfc822NestingDepth: 0,
  });
  yield writeFields(mail);
  yield bodyOf(mail, prepared);
  yield* convertAttachments(source, mail.attachments);
}

/** The text as HTML has it, with its structure, or else as it is: marks of quoted lines mean the same in Markdown. */
function bodyOf({ html, text }: Email, { flowed }: PreparedMail): string {
  if (html?.trim()) {
    const markdown = htmlToMarkdown(html.replace(title, ''));
    if (markdown.trim()) return `${markdown}\n`;
  }
  const cleaned = createTextCleaner(() => 'utf-8').clean(
    flowed && text ? joinFlowed(text, flowed) : (text ?? ''),
  );
  return cleaned.trim() ? `${cleaned.trim()}\n\n` : '';
}
