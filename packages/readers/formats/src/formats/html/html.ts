import { AppError } from '@docfleet/errors';
import { decodeText } from '@docfleet/text/decoding';
import {
  createContentReader,
  createHtmlConverter,
  createHtmlSurveyor,
  declaredCharset,
  hiddenTextReason,
  type ReadContent,
} from '@docfleet/text/html';
import { type Format, isPlainText, type Sample, type Source } from '../../format.ts';

const extensions = new Set(['html', 'htm', 'xhtml', 'xht', 'shtml']);
/** Extensions under which programs export tables and letters as HTML. */
const officeExtensions = new Set(['xls', 'doc']);
const types = new Set(['text/html', 'application/xhtml+xml']);
const document = /^<(?:!doctype\s+html|html|head|body)[\s>]/i;
const fragment =
  /^<(?:div|p|h[1-6]|table|ul|ol|dl|article|section|main|header|meta|title|link|script|style)[\s>]/i;
const anyTag = /<\/?[a-z][a-z0-9-]*[\s/>]/i;

/** Whether a text is HTML: it begins like a document, or is called HTML, or not called anything, and has tags. */
function looksLikeHtml(sample: Sample): boolean {
  if (!isPlainText(sample)) return false;
  const { text, extension, declaredType } = sample;
  const content = skipPreamble(text);
  if (document.test(content)) return true;
  if (extensions.has(extension) || types.has(declaredType)) return anyTag.test(text);
  const isUnnamed = extension === '' && (declaredType === '' || declaredType === 'application/octet-stream');
  return (isUnnamed || officeExtensions.has(extension)) && fragment.test(content);
}

/** White space, comments and XML declarations may stand before a document begins. */
function skipPreamble(text: string): string {
  let rest = text.replace(/^\ufeff/, '').trimStart();
  while (true) {
    const closing = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '>' : undefined;
    const end = closing === undefined ? -1 : rest.indexOf(closing);
    if (closing === undefined || end === -1) return rest;
    rest = rest.slice(end + closing.length).trimStart();
  }
}

/** Characters, and bytes where a size is announced. A title and a table are known only when they have been read whole. */
const maxDocumentLength = 20_000_000;

/** Pages in HTML: their content, or all of them but their navigation. */
export const html: Format = {
  name: 'HTML',
  mimeType: 'text/html',
  matches: looksLikeHtml,
  convert,
};

/** Elements of a page that is reduced to its content; it is held in memory. Longer ones are books, and are read whole. */
const maxElements = 200_000;

async function* convert(source: Source): AsyncGenerator<string> {
  if (source.size > maxDocumentLength) throw tooLarge();
  const content = source.htmlContent === 'MAIN' ? await readMain(source) : undefined;
  if (content === undefined) return yield* convertWhole(source);
  yield content.markdown;
  reportHidden(source, content.hiddenTexts);
}

/** The content of a page without what surrounds it; undefined where it has too many elements. */
async function readMain(source: Source): Promise<ReadContent | undefined> {
  const reader = createContentReader();
  for await (const piece of readPieces(source)) {
    reader.write(piece);
    if (reader.countElements() > maxElements) return undefined;
  }
  return reader.end();
}

function reportHidden(source: Source, count: number): void {
  if (count > 0) source.reportNotRead({ what: 'HIDDEN_TEXT', why: hiddenTextReason, count });
}

/** A document is gone through twice: which of its text is seen, its style sheets and controls say, wherever they stand. */
async function* convertWhole(source: Source): AsyncGenerator<string> {
  const surveyor = createHtmlSurveyor();
  for await (const piece of readPieces(source)) surveyor.write(piece);
  const hidden = { texts: 0 };
  const converter = createHtmlConverter(surveyor.end(), hidden);
  if (surveyor.page.isComplete) yield* converter.replay(surveyor.page);
  else {
    for await (const piece of readPieces(source)) yield converter.write(piece);
    yield converter.end();
  }
  reportHidden(source, hidden.texts);
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
