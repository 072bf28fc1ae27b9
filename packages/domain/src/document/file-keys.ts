/** Below which all files of a document lie in its namespace's file store. */
export const documentFilePrefix = (documentId: string): string => `documents/${documentId}/`;

/** Where a revision's files lie. */
export const documentFileKeys = (documentId: string, revision: number) => ({
  raw: `${documentFilePrefix(documentId)}${revision}/raw`,
  parsed: `${documentFilePrefix(documentId)}${revision}/parsed.md`,
});

/** The revision that a key of `documentFileKeys` belongs to. */
export const revisionOfFile = (documentId: string, key: string): number =>
  Number.parseInt(key.slice(documentFilePrefix(documentId).length), 10);
