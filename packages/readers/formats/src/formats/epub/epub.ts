import { posix } from 'node:path';
import { AppError } from '@docfleet/errors';
import { decodeText } from '@docfleet/text/decoding';
import { declaredCharset, htmlToMarkdown } from '@docfleet/text/html';
import { escapeText, headingLine } from '@docfleet/text/markdown';
import { asUnreadable, type Format, type Source } from '../../format.ts';
import {
  childOf,
  childrenOf,
  elementsOf,
  findElement,
  readPart,
  textOf,
  type XmlElement,
} from '../../xml/read-xml.ts';
import { openZip, type ZipArchive } from '../../zip/zip-archive.ts';

/** Metadata and reading order of a book. */
interface PackageDocument {
  readonly title: string;
  readonly creators: readonly string[];
  /** Paths of its documents in the order in which they are read. */
  readonly spine: readonly string[];
  /** The path of its table of contents. */
  readonly contents: string | undefined;
}

const documentTypes = new Set(['application/xhtml+xml', 'text/html', 'text/x-oeb1-document']);
const ncx = 'application/x-dtbncx+xml';
const maxCreators = 50;

/** Returns the path of the book's package document, which the container states; undefined if it does not. */
async function findPackage(archive: ZipArchive): Promise<string | undefined> {
  const container = await readPart(archive, 'META-INF/container.xml');
  return container && findElement(container, 'rootfile')?.attributes['full-path'];
}

/** Reads the package document. https://www.w3.org/TR/epub-33/#sec-package-doc */
async function readPackage(archive: ZipArchive, path = ''): Promise<PackageDocument> {
  const root = await readPart(archive, path);
  const items = childrenOf(childOf(root, 'manifest'), 'item').map(({ attributes }) => ({
    id: attributes['id'],
    path: pathOf(path, attributes['href'] ?? ''),
    type: attributes['media-type'] ?? '',
    isNavigation: (attributes['properties'] ?? '').split(' ').includes('nav'),
  }));
  const documents = new Map(
    items
      .filter(({ type, isNavigation }) => documentTypes.has(type) && !isNavigation)
      .map((item) => [item.id, item.path]),
  );
  const spine = childrenOf(childOf(root, 'spine'), 'itemref')
    .map(({ attributes }) => documents.get(attributes['idref']))
    .filter((document) => document !== undefined);
  const metadata = childOf(root, 'metadata');
  const textsOf = (name: string) =>
    childrenOf(metadata, name)
      .map((element) => textOf(element).trim())
      .filter(Boolean);
  return {
    title: textsOf('dc:title')[0] ?? '',
    creators: textsOf('dc:creator').slice(0, maxCreators),
    spine: [...new Set(spine)],
    contents: items.find(({ isNavigation, type }) => isNavigation || type === ncx)?.path,
  };
}

/** The path in the book that an address in one of its documents means, without its fragment. */
function pathOf(base: string, href: string): string {
  const [path = ''] = href.split('#', 1);
  return posix.resolve('/', posix.dirname(base), unescapePath(path)).slice(1);
}

function unescapePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

interface Entry {
  readonly href: string | undefined;
  readonly label: string;
}

/**
 * Reads the titles of documents in the table of contents, by their path. It is a page of links or an NCX file; the first entry that
 * leads to a document names it.
 */
async function readContents(
  archive: ZipArchive,
  path: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const root = await readPart(archive, path);
  const labels = new Map<string, string>();
  if (!root || path === undefined) return labels;
  const points = findElement(root, 'navMap');
  for (const { href = '', label } of points ? entriesOfPoints(points) : entriesOfLinks(root)) {
    const document = pathOf(path, href);
    if (label && !labels.has(document)) labels.set(document, label);
  }
  return labels;
}

const labelOf = (element: XmlElement | undefined) => textOf(element).replace(/\s+/g, ' ').trim();

function* entriesOfPoints(element: XmlElement): Generator<Entry> {
  for (const point of childrenOf(element, 'navPoint')) {
    const href = childOf(point, 'content')?.attributes['src'];
    yield { href, label: labelOf(childOf(point, 'navLabel')) };
    yield* entriesOfPoints(point);
  }
}

function* entriesOfLinks(element: XmlElement): Generator<Entry> {
  for (const child of elementsOf(element)) {
    if (child.name === 'a') yield { href: child.attributes['href'], label: labelOf(child) };
    else yield* entriesOfLinks(child);
  }
}

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
