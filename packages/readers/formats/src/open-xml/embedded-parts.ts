import { posix } from 'node:path';
import { AppError } from '@docfleet/errors';
import { isCompoundFile } from '../detect/signature.ts';
import { convertEmbedded, type Source } from '../format.ts';
import type { ZipArchive } from '../zip/zip-archive.ts';
import type { Relationships } from './relationships.ts';

interface EmbeddedFile {
  readonly fileName: string;
  readonly content: Uint8Array;
}

/** Streams of programs whose files are compound files themselves. */
const ofOffice = ['/WordDocument', '/Workbook', '/Book', '/PowerPoint Document'];

/**
 * Finds the file in an object that OLE has embedded: itself, where it is a file of its own kind, a package of Office, a PDF, or a file that
 * was packaged with its name. Undefined for objects of other programs, such as equations.
 */
async function readOleObject(content: Buffer, name: string): Promise<EmbeddedFile | undefined> {
  if (!isCompoundFile(content)) return { fileName: name, content };
  const { CFB } = await import('@e965/xlsx');
  const container = CFB.read(content, { type: 'buffer' });
  const streamOf = (path: string): Buffer | undefined => {
    const found = CFB.find(container, path)?.content;
    return found === undefined ? undefined : Buffer.from(found as Uint8Array);
  };
  if (ofOffice.some((path) => CFB.find(container, path))) return { fileName: name, content };
  const file = streamOf('/Package') ?? streamOf('/CONTENTS');
  if (file) return { fileName: name, content: file };
  const native = streamOf('/\u0001Ole10Native');
  return native && readNative(native);
}

/** A file with its name, as Windows packages it: [MS-OLEDS] 2.3.6, and what its authors leave out. */
function readNative(stream: Buffer): EmbeddedFile | undefined {
  let at = 6;
  const readText = (): string => {
    const end = stream.indexOf(0, at);
    const text = stream.toString('latin1', at, Math.max(at, end));
    at = end < 0 ? stream.length : end + 1;
    return text;
  };
  const label = readText();
  readText();
  // A mark and the length of the path to a temporary file, with that path.
  if (at + 8 > stream.length) return undefined;
  at += 8 + stream.readUInt32LE(at + 4);
  if (at + 4 > stream.length) return undefined;
  const length = stream.readUInt32LE(at);
  const content = stream.subarray(at + 4, at + 4 + length);
  return content.length === length && length > 0 ? { fileName: label || 'file', content } : undefined;
}

/** Files embedded in a document: workbooks, letters, and other OLE packages. */
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

/** Reason for not reading pictures of office files. */
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
