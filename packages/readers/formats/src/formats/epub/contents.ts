import { childOf, childrenOf, elementsOf, findElement, textOf, type XmlElement } from '../../xml/element.ts';
import { readPart } from '../../xml/read-xml.ts';
import type { ZipArchive } from '../../zip/zip-archive.ts';
import { pathOf } from './package-document.ts';

interface Entry {
  readonly href: string | undefined;
  readonly label: string;
}

/**
 * Reads the titles of documents in the table of contents, by their path. It is a page of links or an NCX file; the first entry that
 * leads to a document names it.
 */
export async function readContents(
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
