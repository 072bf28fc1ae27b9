import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { DocumentLocations, type LocationEntry, locationEntry } from '@docfleet/domain/chunk';
import { type ClaimedDocument, documentFileKeys } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import type { FileStore } from '@docfleet/file-store';
import { startSlices } from '@docfleet/runtime/slices';

const pieceLength = 64 * 1_024;

/** Markdown of a revision, in pieces, and a completion that must succeed before the document may count as done. */
export interface Source {
  readonly pieces: Iterable<string> | AsyncIterable<string>;
  /** Resolves with the size of the raw content in bytes once it lies in the file store. */
  readonly stored: Promise<number>;
}

function* cut(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += pieceLength) yield text.slice(start, start + pieceLength);
}

/** A stored file's text, in pieces. */
export async function* decode(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  for await (const bytes of body) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** The content of a document, as far as it says where its text lies. */
type Content = Pick<
  ClaimedDocument,
  'id' | 'namespaceId' | 'contentRevision' | 'text' | 'fileSize' | 'ingestionSource'
>;

/** Opens the text to embed: an accepted text, which is stored in the file store meanwhile, or the parser's output. */
export async function openSource(fileStore: FileStore, claim: Content, signal: AbortSignal): Promise<Source> {
  const { parsed } = documentFileKeys(claim.id, claim.contentRevision);
  const { text } = claim;
  if (text !== null) {
    const stored = fileStore.put(parsed, text, 'text/markdown; charset=utf-8', signal);
    // The raw content of a page is its HTML.
    return { pieces: cut(text), stored: stored.then((size) => claim.fileSize ?? size) };
  }
  const file = await fileStore.get(parsed, signal);
  if (!file) throw new AppError('DOCUMENT_UNREADABLE', 'The parsed text is no longer in the file store');
  return { pieces: decode(file.body), stored: Promise.resolve(claim.fileSize ?? file.size) };
}

/** Reads the locations of a revision's text in its file or video, as the parser or the scraper stored them; empty where neither did. */
export async function readLocations(
  fileStore: FileStore,
  claim: Content,
  signal: AbortSignal,
): Promise<DocumentLocations> {
  // Among texts that do not come from files, only those of videos have locations.
  if (claim.text !== null && claim.ingestionSource !== 'YOUTUBE') return new DocumentLocations([]);
  const file = await fileStore.get(documentFileKeys(claim.id, claim.contentRevision).locations, signal);
  const entries: LocationEntry[] = [];
  const slice = startSlices({ signal });
  if (file)
    for await (const line of createInterface({ input: Readable.from(decode(file.body)) })) {
      entries.push(locationEntry.parse(JSON.parse(line)));
      await slice();
    }
  return new DocumentLocations(entries);
}
