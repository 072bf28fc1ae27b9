import { isId } from '../database/identifier.ts';

/** The prefix of the files of all documents. */
export const filesPrefix = 'documents/';

/** The prefix of a document's files in its namespace's file store. */
export const documentFilePrefix = (documentId: string): string => `${filesPrefix}${documentId}/`;

/** The keys of a revision's files. */
export const documentFileKeys = (documentId: string, revision: number) => ({
  raw: `${documentFilePrefix(documentId)}${revision}/raw`,
  parsed: `${documentFilePrefix(documentId)}${revision}/parsed.md`,
  /** Locations of the text in the raw file, one line of JSON each. */
  locations: `${documentFilePrefix(documentId)}${revision}/locations.ndjson`,
});

/** The revision that a key of `documentFileKeys` belongs to. */
export const revisionOfFile = (documentId: string, key: string): number =>
  Number.parseInt(key.slice(documentFilePrefix(documentId).length), 10);

/** Parses a key of `documentFileKeys`; undefined for any other. */
export function fileOfKey(
  key: string,
): { documentId: string; revision: number; parsed: boolean } | undefined {
  const [, documentId = '', revision = '', name] =
    /^documents\/([^/]+)\/(\d{1,9})\/(raw|parsed\.md|locations\.ndjson)$/.exec(key) ?? [];
  if (!isId(documentId)) return undefined;
  return { documentId, revision: Number(revision), parsed: name === 'parsed.md' };
}
