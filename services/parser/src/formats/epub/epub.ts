import { AppError } from '@docfleet/errors';
import type { Format } from '../../format.ts';
import { refuseBroken } from '../../refuse-broken.ts';
import { escapeText } from '../../writing/escape.ts';
import { headingLine } from '../../writing/heading-line.ts';
import { readXml } from '../../xml/read-xml.ts';
import { openZip, type ZipFile } from '../../zip/zip-file.ts';
import { createHtmlConverter } from '../html/html-converter.ts';
import { readContents } from './contents.ts';
import { findPackage, type PackageDocument, readPackage } from './package-document.ts';
import { toHtml } from './to-html.ts';

const EPUB = 'application/epub+zip';
/** Characters of one document of a book. */
const LONGEST_DOCUMENT = 20_000_000;
/** Characters of a chapter among which its heading would be. */
const HEADING_WITHIN = 2_000;
/** Ways to hide fonts, which leave the text as it is. https://www.w3.org/TR/epub-33/#sec-font-obfuscation */
const fontAlgorithms = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

/** Books: title and authors, then their documents in reading order, each read as HTML. */
export const epub: Format = {
  name: 'EPUB',
  mimeType: EPUB,
  matches: ({ zip }) => zip?.mimeType === EPUB || (zip?.names.has('META-INF/container.xml') ?? false),
  convert: ({ path }) =>
    refuseBroken('The book is damaged or incomplete: export it again and send it', convert(path)),
};

async function* convert(path: string): AsyncGenerator<string> {
  const zip = await openZip(path);
  await refuseProtected(zip);
  const book = await readPackage(zip, await findPackage(zip));
  if (book.spine.length === 0)
    throw new AppError('DOCUMENT_UNREADABLE', 'The book does not say what its chapters are: export it again');
  yield frontOf(book);
  const labels = await readContents(zip, book.contents);
  for (const document of book.spine) yield await convertDocument(zip, document, labels.get(document));
}

async function refuseProtected(zip: ZipFile): Promise<void> {
  let isProtected = zip.has('META-INF/rights.xml');
  await readXml(zip.readText('META-INF/encryption.xml'), {
    open(name, attributes) {
      const algorithm = name === 'EncryptionMethod' ? attributes.get('Algorithm') : undefined;
      if (algorithm !== undefined && !fontAlgorithms.has(algorithm)) isProtected = true;
    },
    close() {},
    text() {},
  });
  if (isProtected)
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

async function convertDocument(zip: ZipFile, path: string, label: string | undefined): Promise<string> {
  let document = '';
  for await (const piece of zip.readText(path)) {
    document += piece;
    if (document.length > LONGEST_DOCUMENT) throw tooLong();
  }
  const converter = createHtmlConverter();
  const written = converter.write(toHtml(document));
  const markdown = `${written}${converter.end()}`;
  if (!markdown.trim()) return '';
  // A chapter that has no heading of its own is called as the table of contents calls it.
  const needsHeading = label && !/^#{1,6} /m.test(markdown.slice(0, HEADING_WITHIN));
  return `${needsHeading ? `${headingLine(2, toLine(label))}\n\n` : ''}${markdown}\n`;
}

function tooLong(): AppError {
  return new AppError(
    'DOCUMENT_TOO_COMPLEX',
    'A chapter of the book is longer than 20 million characters, the most that can be read',
  );
}
