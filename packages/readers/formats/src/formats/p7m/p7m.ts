import { readFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { asUnreadable } from '../../as-unreadable.ts';
import type { Format, Source } from '../../format.ts';
import { readSignedContent } from './read-signed-content.ts';

/** Bytes; a signed file is read whole. */
const maxSize = 64_000_000;

/** Files within their signature: mails (S/MIME), invoices and contracts; each is read as what it is without it. */
export const p7m: Format = {
  name: 'P7M',
  mimeType: 'application/pkcs7-mime',
  matches: ({ signature }) => signature?.extension === 'p7m',
  convert: (source) => asUnreadable('P7M', convert(source)),
};

async function* convert(source: Source): AsyncGenerator<string> {
  if (source.size > maxSize)
    throw new AppError(
      'DOCUMENT_TOO_COMPLEX',
      'The signed file is larger than 64 MB, the most that can be read: send it without its signature',
    );
  const content = readSignedContent(await readFile(source.path));
  if (!content)
    throw new AppError(
      'DOCUMENT_UNREADABLE',
      'The file holds a signature and not what was signed: send that instead',
    );
  const isMail = /^content-type:/im.test(content.toString('latin1', 0, 2_048));
  const fileName = isMail ? 'message.eml' : source.fileName.replace(/\.p7m$/i, '');
  yield* (await source.convertPart({ fileName, declaredType: null, content })).markdown;
}
