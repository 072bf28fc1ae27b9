import { AppError } from '@docfleet/errors';
import { escapeText, headingLine } from '@docfleet/text/markdown';
import type { Attachment } from 'postal-mime';
import type { Source } from '../../format.ts';

/** Attached files that are named; more are counted. */
const mostNamed = 200;
/** What signs or announces a mail rather than being sent with it. */
const furniture = /^application\/(?:pgp-signature|(?:x-)?pkcs7-signature)$|^message\/delivery-status$/;

/** Each attached file below a heading with its name: its text where it can be read, and otherwise why it cannot. */
export async function* convertAttachments(
  source: Source,
  attachments: readonly Attachment[],
): AsyncGenerator<string> {
  const files = attachments.filter(isFile);
  for (const file of files.slice(0, mostNamed)) {
    const name = escapeText(nameOf(file).replace(/\s+/g, ' ').trim(), { startsLine: false, isInLink: false });
    yield `${headingLine(2, `Attachment: ${name}`)}\n\n`;
    yield* convertFile(source, file);
    yield '\n\n';
  }
  if (files.length > mostNamed) yield `${files.length - mostNamed} more files are attached.\n`;
}

/** Pictures in the text, as in signatures, are no files to a reader. */
function isFile({ mimeType, related, disposition }: Attachment): boolean {
  const isInText = related === true || (disposition === 'inline' && mimeType.startsWith('image/'));
  return !isInText && !furniture.test(mimeType);
}

function nameOf({ filename, mimeType }: Attachment): string {
  return filename || (mimeType === 'message/rfc822' ? 'message.eml' : `unnamed (${mimeType})`);
}

async function* convertFile(source: Source, file: Attachment): AsyncGenerator<string> {
  const content = typeof file.content === 'string' ? Buffer.from(file.content) : new Uint8Array(file.content);
  try {
    const part = await source.convertPart({ fileName: nameOf(file), declaredType: file.mimeType, content });
    if (part) yield* part.markdown;
    else yield 'Not read: too many files lie within each other';
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.retryable || cause.code === 'INTERNAL_ERROR') throw cause;
    yield `Not read: ${cause.message}`;
  }
}
