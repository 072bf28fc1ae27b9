import { readXml } from '../../xml/read-xml.ts';
import type { ZipFile } from '../../zip/zip-file.ts';
import { pathOf } from './path-of.ts';

/**
 * What the table of contents calls each document, by its path. It is a page of links or an NCX file; the first entry that
 * leads to a document names it.
 */
export async function readContents(zip: ZipFile, path: string): Promise<ReadonlyMap<string, string>> {
  const labels = new Map<string, string>();
  let text = '';
  let target = '';
  let pending = '';
  const add = (document: string, label: string) => {
    if (label && !labels.has(document)) labels.set(document, label);
  };
  await readXml(zip.readText(path), {
    open(name, attributes) {
      if (name === 'a' || name === 'text') text = '';
      if (name === 'a') target = pathOf(path, attributes.get('href') ?? '');
      if (name === 'content') add(pathOf(path, attributes.get('src') ?? ''), pending);
    },
    close(name) {
      if (name === 'a') add(target, text.trim());
      if (name === 'text') pending = text.trim();
    },
    text(piece) {
      text += piece;
    },
  });
  return labels;
}
