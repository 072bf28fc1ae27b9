import { AppError } from '@docfleet/errors';
import { findElement, textOf, type XmlElement } from '../xml/element.ts';
import { readElements, readXml } from '../xml/read-xml.ts';
import { openZip, type ZipArchive } from '../zip/zip-archive.ts';
import { readBlocks } from './blocks.ts';
import type { Reading } from './reading.ts';
import { readStyles } from './styles.ts';

/** Parts of the content that come before all others, and that the others need. */
const preludes = new Set(['office:automatic-styles', 'office:font-face-decls', 'office:scripts']);
const mostObjects = 1_000;

/** Content of an OpenDocument file, with what is needed to read it. */
interface Part {
  readonly element: XmlElement;
  readonly reading: Reading;
}

/**
 * Goes through the content of an OpenDocument file: what stands in `containers`, one element after the other. Throws
 * DOCUMENT_ENCRYPTED, DOCUMENT_UNREADABLE and what `openZip` throws.
 */
export async function* readOpenDocument(path: string, containers: readonly string[]): AsyncGenerator<Part> {
  const archive = await openZip(path);
  await refuseEncrypted(archive);
  const content = archive.open('content.xml');
  if (!content) throw new AppError('DOCUMENT_UNREADABLE', 'The file has no content part: save it again');
  const styles = archive.open('styles.xml');
  const parts = [styles && (await readXml(styles))].filter((part) => part !== undefined);
  const formulas = await readFormulas(archive);
  let reading: Reading | undefined;
  for await (const element of readElements(content, new Set(containers))) {
    if (preludes.has(element.name)) {
      parts.push({ name: 'office:document', attributes: {}, children: [element] });
      continue;
    }
    reading ??= { styles: readStyles(parts), notes: [], lastNumbers: new Map(), formulas, readBlocks };
    yield { element, reading };
  }
}

/** Formulas are objects of their own, which state how they were typed: `{a+b} over 2`. */
async function readFormulas(archive: ZipArchive): Promise<ReadonlyMap<string, string>> {
  const formulas = new Map<string, string>();
  for (let number = 1; number <= mostObjects; number++) {
    const name = `Object ${number}`;
    const bytes = archive.open(`${name}/content.xml`);
    if (!bytes) break;
    const root = await readXml(bytes);
    if (!root || !/(?:^|:)math$/.test(root.name)) continue;
    const typed = findElement(root, 'annotation') ?? findElement(root, 'math:annotation');
    formulas.set(name, textOf(typed ?? root).trim());
  }
  return formulas;
}

/** Throws DOCUMENT_ENCRYPTED for an OpenDocument file with a password: its manifest states how each part is encrypted. */
export async function refuseEncrypted(archive: ZipArchive): Promise<void> {
  const manifest = await archive.readText('META-INF/manifest.xml');
  if (manifest?.includes('encryption-data'))
    throw new AppError(
      'DOCUMENT_ENCRYPTED',
      'The file is protected by a password: save it without one and send it again',
    );
}
