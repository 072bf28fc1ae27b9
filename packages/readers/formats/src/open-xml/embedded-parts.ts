import { posix } from 'node:path';
import { AppError } from '@docfleet/errors';
import { convertEmbedded } from '../embedded-file.ts';
import type { Source } from '../format.ts';
import type { ZipArchive } from '../zip/zip-archive.ts';
import { readOleObject } from './ole-object.ts';
import type { Relationships } from './relationships.ts';

/** Files that lie in a document: workbooks, letters, and whatever was packaged by OLE. */
const embedded = new Set(['package', 'oleObject']);
const media = new Set(['video', 'audio', 'media']);
const maxBytes = 64_000_000;

const targetsOf = (relationships: Relationships, isOfKind: (kind: string) => boolean): string[] => [
  ...new Set(
    [...relationships.values()]
      .filter(({ kind, isExternal }) => !isExternal && isOfKind(kind))
      .map(({ target }) => target),
  ),
];

/** The names of the parts that are files of their own. */
export const embeddedPartsOf = (relationships: Relationships): string[] =>
  targetsOf(relationships, (kind) => embedded.has(kind));

/** Why pictures of office files are not read, whatever the file. */
export const pictureReason =
  'Text in pictures of office files is not read: send the pictures by themselves, or a PDF';

/** Reports pictures and recordings, which hold no text that is read. */
export function reportPictures(
  relationships: Relationships,
  where: string | null,
  reportNotRead: Source['reportNotRead'],
): void {
  const pictures = targetsOf(relationships, (kind) => kind === 'image').length;
  const recordings = targetsOf(relationships, (kind) => media.has(kind)).length;
  if (pictures > 0) reportNotRead({ what: 'PICTURE', where, why: pictureReason, count: pictures });
  if (recordings > 0)
    reportNotRead({ what: 'MEDIA', where, why: 'Video and sound hold no text', count: recordings });
}

/** Converts files that lie in a document, each below a heading with its name; those that cannot be read are reported. */
export async function* convertEmbeddedParts(
  source: Source,
  archive: ZipArchive,
  parts: Iterable<string>,
): AsyncGenerator<string> {
  for (const part of parts) {
    const name = posix.basename(part);
    try {
      const content = await archive.readBytes(part, maxBytes);
      const file = content && (await readOleObject(content, name));
      if (file) yield* convertEmbedded(source, 'Embedded file', { ...file, declaredType: null });
      else
        source.reportNotRead({
          what: 'EMBEDDED_FILE',
          where: name,
          why: 'It is of a program that is not known',
        });
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.code !== 'DOCUMENT_UNREADABLE') throw cause;
      source.reportNotRead({ what: 'EMBEDDED_FILE', where: name, why: cause.message });
    }
  }
}
