import type { Attachment } from 'postal-mime';
import { convertEmbedded } from '../../embedded-file.ts';
import type { Source } from '../../format.ts';

/** Attached files that are named; more are counted. */
const maxNamed = 2_000;
/** Media types of parts that sign a mail or draw its text; they are no attachments to a reader. */
const furniture =
  /^application\/(?:pgp-signature|(?:x-)?pkcs7-signature|(?:x-)?javascript|font.*)$|^text\/(?:css|javascript)$|^font\//;

/**
 * Each attached file below a heading with its name: its text where it can be read, and otherwise why it cannot. Of a page that was saved as
 * one file, other pages are read that it shows, and not what it is drawn with.
 */
export async function* convertAttachments(
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
