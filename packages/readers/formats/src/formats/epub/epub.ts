import { AppError } from '@docfleet/errors';
import { decodeText } from '@docfleet/text/decoding';
import { declaredCharset, htmlToMarkdown } from '@docfleet/text/html';
import { escapeText, headingLine } from '@docfleet/text/markdown';
import { asUnreadable } from '../../as-unreadable.ts';
import type { Format, Source } from '../../format.ts';
import { childrenOf, elementsOf } from '../../xml/element.ts';
import { readPart } from '../../xml/read-xml.ts';
import { openZip, type ZipArchive } from '../../zip/zip-archive.ts';
import { readContents } from './contents.ts';
import { findPackage, type PackageDocument, readPackage } from './package-document.ts';

const title = /<title[^<>]*>[^<]*<\/title>/gi;
const noteReference =
  /<a\s[^<>]*epub:type\s*=\s*["'][^"'<>]*noteref[^"'<>]*["'][^<>]*>(?:<sup[^<>]*>)?([^<]*)(?:<\/sup>)?<\/a>/gi;
/** Addresses in the book itself, which lead nowhere once it is Markdown. */
const innerAddress = /\shref\s*=\s*(?:"(?!https?:|mailto:)[^"<>]*"|'(?!https?:|mailto:)[^'<>]*')/gi;

/**
 * A document of a book as readers of HTML expect it: links lead out of the book, and
 * references to notes stand in brackets. Its title is left out, for it is that of the book or none.
 */
const toHtml = (document: string): string =>
  document
    .replace(title, '')
    .replace(noteReference, (_reference, label: string) => ` [${label.replace(/[[\]]/g, '').trim()}]`)
    .replace(innerAddress, '');

/** Characters of one document of a book. */
const maxDocumentLength = 20_000_000;
/** Characters of a chapter among which its heading would be. */
const headingWithin = 2_000;
/** Ways to hide fonts, which leave the text as it is. https://www.w3.org/TR/epub-33/#sec-font-obfuscation */
const fontAlgorithms = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

/** Books: title and authors, then their documents in reading order, each read as HTML. */
export const epub: Format = {
  name: 'EPUB',
  mimeType: 'application/epub+zip',
  matches: ({ signature }) => signature?.extension === 'epub',
  convert: (source) => asUnreadable('EPUB', convert(source)),
};

async function* convert({ path, reportNotRead }: Source): AsyncGenerator<string> {
  const archive = await openZip(path);
  await refuseProtected(archive);
  const book = await readPackage(archive, await findPackage(archive));
  if (book.spine.length === 0)
    throw new AppError('DOCUMENT_UNREADABLE', 'The book does not say what its chapters are: export it again');
  yield frontOf(book);
  const labels = await readContents(archive, book.contents);
  for (const document of book.spine) {
    const label = labels.get(document);
    const read = await readDocument(archive, document);
    if (read.markdown === undefined) reportNotRead({ what: 'TEXT', where: label ?? document, why: read.why });
    else yield writeDocument(read.markdown, label);
  }
}

async function refuseProtected(archive: ZipArchive): Promise<void> {
  const encryption = await readPart(archive, 'META-INF/encryption.xml');
  const isProtected = elementsOf(encryption)
    .flatMap((data) => childrenOf(data, 'enc:EncryptionMethod'))
    .some(({ attributes }) => !fontAlgorithms.has(attributes['Algorithm'] ?? ''));
  if (isProtected || archive.has('META-INF/rights.xml'))
    throw new AppError(
      'DOCUMENT_ENCRYPTED',
      'The book is protected against copying: send one without such protection',
    );
}

const toLine = (text: string) =>
  escapeText(text.replace(/\s+/g, ' '), { startsLine: false, isInLink: false });

function frontOf({ title, creators }: PackageDocument): string {
  const heading = title ? `${headingLine(1, toLine(title))}\n\n` : '';
  return creators.length > 0 ? `${heading}${creators.map(toLine).join(', ')}\n\n` : heading;
}

type ReadDocument = { readonly markdown: string } | { readonly markdown: undefined; readonly why: string };

/** A document of the book as Markdown; one that is missing or damaged is no reason to leave the others out. */
async function readDocument(archive: ZipArchive, path: string): Promise<ReadDocument> {
  const bytes = archive.open(path);
  if (!bytes) return { markdown: undefined, why: 'The book names this chapter and does not hold it' };
  let document = '';
  try {
    for await (const piece of decodeText(bytes, (head) => [declaredCharset(head)])) {
      document += piece;
      if (document.length > maxDocumentLength) throw tooLong();
    }
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'DOCUMENT_UNREADABLE') throw cause;
    return { markdown: undefined, why: 'The chapter is damaged: save or upload the book again' };
  }
  return { markdown: htmlToMarkdown(toHtml(document)) };
}

function writeDocument(markdown: string, label: string | undefined): string {
  if (!markdown.trim()) return '';
  // A chapter that has no heading of its own is called as the table of contents calls it.
  const needsHeading = label && !/^#{1,6} /m.test(markdown.slice(0, headingWithin));
  return `${needsHeading ? `${headingLine(2, toLine(label))}\n\n` : ''}${markdown}\n`;
}

function tooLong(): AppError {
  return new AppError(
    'DOCUMENT_TOO_COMPLEX',
    'A chapter of the book is longer than 20 million characters, the most that can be read',
  );
}
