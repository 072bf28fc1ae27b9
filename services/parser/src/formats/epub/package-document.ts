import { readXml } from '../../xml/read-xml.ts';
import type { ZipFile } from '../../zip/zip-file.ts';
import { pathOf } from './path-of.ts';

/** What a book says of itself. */
export interface PackageDocument {
  readonly title: string;
  readonly creators: readonly string[];
  /** Paths of its documents in the order in which they are read. */
  readonly spine: readonly string[];
  /** The path of its table of contents; empty where it has none. */
  readonly contents: string;
}

interface Item {
  readonly path: string;
  readonly type: string;
  readonly isNavigation: boolean;
}

const documentTypes = new Set(['application/xhtml+xml', 'text/html', 'text/x-oeb1-document']);
const NCX = 'application/x-dtbncx+xml';
const MOST_CREATORS = 50;

/** Where the container says that the book's package document is; empty where it does not. */
export async function findPackage(zip: ZipFile): Promise<string> {
  let path = '';
  await readXml(zip.readText('META-INF/container.xml'), {
    open(name, attributes) {
      if (name === 'rootfile') path ||= attributes.get('full-path') ?? '';
    },
    close() {},
    text() {},
  });
  return path;
}

/** Reads the package document. https://www.w3.org/TR/epub-33/#sec-package-doc */
export async function readPackage(zip: ZipFile, path: string): Promise<PackageDocument> {
  const items = new Map<string, Item>();
  const order: string[] = [];
  const creators: string[] = [];
  let title = '';
  let text = '';
  await readXml(zip.readText(path), {
    open(name, attributes) {
      text = '';
      if (name === 'item') {
        items.set(attributes.get('id') ?? '', {
          path: pathOf(path, attributes.get('href') ?? ''),
          type: attributes.get('media-type') ?? '',
          isNavigation: (attributes.get('properties') ?? '').split(' ').includes('nav'),
        });
      } else if (name === 'itemref') order.push(attributes.get('idref') ?? '');
    },
    close(name) {
      if (name === 'title') title ||= text.trim();
      if (name === 'creator' && text.trim() && creators.length < MOST_CREATORS) creators.push(text.trim());
    },
    text(piece) {
      text += piece;
    },
  });
  const isRead = (item: Item | undefined) => item && documentTypes.has(item.type) && !item.isNavigation;
  const spine = order.filter((id) => isRead(items.get(id))).map((id) => items.get(id)?.path ?? '');
  const contents = [...items.values()].find(({ isNavigation, type }) => isNavigation || type === NCX);
  return { title, creators, spine: [...new Set(spine)], contents: contents?.path ?? '' };
}
