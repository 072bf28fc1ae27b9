import { posix } from 'node:path';
import { AppError } from '@docfleet/errors';
import type { Block } from '../../document-tree/tree.ts';
import type { Source } from '../../format.ts';
import type { Relationships } from '../../open-xml/relationships.ts';
import { elementsOf, type XmlElement } from '../../xml/element.ts';
import type { ZipArchive } from '../../zip/zip-archive.ts';

/** Bytes of a chunk, and characters of its Markdown, which are held. */
const maxLength = 20_000_000;

interface Place {
  readonly source: Source;
  readonly archive: ZipArchive;
  readonly relationships: Relationships;
}

const chunkIdsIn = (element: XmlElement): string[] =>
  element.name === 'w:altChunk'
    ? [element.attributes['r:id'] ?? '']
    : elementsOf(element).flatMap(chunkIdsIn);

/** Reads the files that Word takes into a document when it opens it (`w:altChunk`), by the ids of their relationships. */
export async function readChunks(
  elements: readonly XmlElement[],
  { source, archive, relationships }: Place,
): Promise<ReadonlyMap<string, readonly Block[]>> {
  const chunks = new Map<string, readonly Block[]>();
  const isAny = [...relationships.values()].some(({ kind }) => kind === 'aFChunk');
  for (const id of isAny ? elements.flatMap(chunkIdsIn) : []) {
    const part = relationships.get(id)?.target ?? '';
    try {
      chunks.set(id, [{ kind: 'markdown', text: await readChunk(source, archive, part) }]);
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.retryable || cause.code === 'INTERNAL_ERROR') throw cause;
      source.reportNotRead({ what: 'EMBEDDED_FILE', where: posix.basename(part), why: cause.message });
    }
  }
  return chunks;
}

async function readChunk(source: Source, archive: ZipArchive, part: string): Promise<string> {
  const content = await archive.readBytes(part, maxLength);
  if (!content) throw new AppError('DOCUMENT_UNREADABLE', 'The file lacks it: save it again');
  const { markdown } = await source.convertPart({
    fileName: posix.basename(part),
    declaredType: null,
    content,
  });
  let text = '';
  for await (const piece of markdown) {
    text += piece;
    if (text.length > maxLength)
      throw new AppError(
        'DOCUMENT_TOO_COMPLEX',
        'It holds more than 20 million characters, the most that are read',
      );
  }
  return text;
}
