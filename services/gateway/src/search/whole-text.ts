import { documentFileKeys } from '@docfleet/domain';
import type { FileStore } from '@docfleet/file-store';
import type { Match } from './find-matches.ts';

/** A match's text; read from the parsed file where the store could keep only its beginning. */
export async function wholeText(
  fileStore: FileStore,
  { hit, chunk }: Match,
  signal: AbortSignal,
): Promise<string> {
  if (!hit.textTruncated) return hit.text;
  const file = await fileStore.get(documentFileKeys(chunk.documentId, chunk.contentRevision).parsed, signal);
  if (!file) return hit.text;
  let offset = 0;
  let text = '';
  // Positions count UTF-16 units; a stream's decoder gives whole characters only.
  for await (const part of file.body.setEncoding('utf8') as AsyncIterable<string>) {
    text += part.slice(Math.max(0, chunk.start - offset), Math.max(0, chunk.end - offset));
    offset += part.length;
    if (offset >= chunk.end) break;
  }
  return text;
}
