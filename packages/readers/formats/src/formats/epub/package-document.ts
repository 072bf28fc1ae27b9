import { posix } from 'node:path';
import { childOf, childrenOf, findElement, textOf } from '../../xml/element.ts';
import { readPart } from '../../xml/read-xml.ts';
import type { ZipArchive } from '../../zip/zip-archive.ts';

/** Metadata and reading order of a book. */
export interface PackageDocument {
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
export async function findPackage(archive: ZipArchive): Promise<string | undefined> {
  const container = await readPart(archive, 'META-INF/container.xml');
  return container && findElement(container, 'rootfile')?.attributes['full-path'];
}

/** Reads the package document. https://www.w3.org/TR/epub-33/#sec-package-doc */
export async function readPackage(archive: ZipArchive, path = ''): Promise<PackageDocument> {
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
export function pathOf(base: string, href: string): string {
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
