import { AppError } from '@docfleet/errors';
import type { Source } from '../format.ts';
import { convertEmbeddedParts } from '../open-xml/embedded-parts.ts';
import { readElements, readXml, type XmlElement } from '../xml/read-xml.ts';
import { openZip, type ZipArchive } from '../zip/zip-archive.ts';
import { readBlocks } from './blocks.ts';
import { objectsIn, readObjects } from './objects.ts';
import { type Reading, readStyles } from './styles.ts';

/** Parts of the content that come before all others, and that the others need. */
const preludes = new Set([
  'office:styles',
  'office:automatic-styles',
  'office:font-face-decls',
  'office:scripts',
]);

/** Content of an OpenDocument file, with everything needed to read it. */
interface Part {
  readonly element: XmlElement;
  readonly reading: Reading;
}

/**
 * Reads the elements in `containers` of an OpenDocument file one after the other. Throws DOCUMENT_ENCRYPTED, DOCUMENT_UNREADABLE and
 * the errors of `openZip`.
 */
export async function* readOpenDocument(
  source: Source,
  containers: readonly string[],
  given?: ZipArchive,
): AsyncGenerator<Part> {
  const archive = given ?? (await openZip(source.path));
  await refuseEncrypted(archive);
  const content = archive.open('content.xml');
  if (!content) throw new AppError('DOCUMENT_UNREADABLE', 'The file has no content part: save it again');
  const styles = archive.open('styles.xml');
  const parts = [styles && (await readXml(styles))].filter((part) => part !== undefined);
  let reading: Reading | undefined;
  for await (const element of readElements(content, new Set(containers))) {
    if (preludes.has(element.name)) {
      parts.push({ name: 'office:document', attributes: {}, children: [element] });
      continue;
    }
    const objects = await readObjects(objectsIn(element), { archive, source });
    reading = reading ? { ...reading, objects } : { ...firstReading(parts), objects };
    yield { element, reading };
  }
}

const firstReading = (parts: readonly XmlElement[]) => ({
  styles: readStyles(parts),
  notes: [],
  lastNumbers: new Map(),
  readBlocks,
});

/** Reports the pictures in a file, and reads the files that OLE has embedded. */
export async function* convertEmbeddedObjects(source: Source): AsyncGenerator<string> {
  const archive = await openZip(source.path);
  const pictures = archive.names().filter((name) => /^Pictures\/./.test(name)).length;
  const why = 'Text in pictures of office files is not read: send the pictures by themselves, or a PDF';
  if (pictures > 0) source.reportNotRead({ what: 'PICTURE', why, count: pictures });
  // Their names have no ending, and what is drawn of them lies in a folder of its own.
  yield* convertEmbeddedParts(
    source,
    archive,
    archive.names().filter((name) => /^Object [^/.]+$/.test(name)),
  );
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
