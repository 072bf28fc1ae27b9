import { AppError } from '@docfleet/errors';
import { decodeText } from '@docfleet/text/decoding';
import {
  createHtmlConverter,
  createHtmlSurveyor,
  declaredCharset,
  hiddenTextReason,
} from '@docfleet/text/html';
import type { Format, Source } from '../../format.ts';
import { looksLikeHtml } from './looks-like-html.ts';

/** Characters, and bytes where a size is announced. A title and a table are known only when they have been read whole. */
const maxDocumentLength = 20_000_000;

/** Pages in HTML; the whole document is converted, without the navigation around it. */
export const html: Format = {
  name: 'HTML',
  mimeType: 'text/html',
  matches: looksLikeHtml,
  convert,
};

/** A document is gone through twice: which of its text is seen, its style sheets and controls say, wherever they stand. */
async function* convert(source: Source): AsyncGenerator<string> {
  if (source.size > maxDocumentLength) throw tooLarge();
  const surveyor = createHtmlSurveyor();
  for await (const piece of readPieces(source)) surveyor.write(piece);
  const hidden = { texts: 0 };
  const converter = createHtmlConverter(surveyor.end(), hidden);
  if (surveyor.page.isComplete) yield* converter.replay(surveyor.page);
  else {
    for await (const piece of readPieces(source)) yield converter.write(piece);
    yield converter.end();
  }
  if (hidden.texts > 0)
    source.reportNotRead({ what: 'HIDDEN_TEXT', why: hiddenTextReason, count: hidden.texts });
}

async function* readPieces({ bytes, declaredCharset: sendersCharset }: Source): AsyncGenerator<string> {
  let length = 0;
  for await (const piece of decodeText(bytes, (head) => [sendersCharset, declaredCharset(head)])) {
    length += piece.length;
    if (length > maxDocumentLength) throw tooLarge();
    yield piece;
  }
}

function tooLarge(): AppError {
  const limit = maxDocumentLength / 1_000_000;
  return new AppError(
    'DOCUMENT_UNREADABLE',
    `The HTML file is larger than ${limit} MB, the most that can be read`,
  );
}
