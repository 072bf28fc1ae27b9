import { documentFileKeys } from '@docfleet/domain/document';
import type { FileStore } from '@docfleet/file-store';
import { readSlices } from '../files/read-slices.ts';
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
  const [text = ''] = await readSlices(file.body, [chunk]);
  return text;
}
