/** Where a revision's files lie in the namespace's file store. */
export const documentFileKeys = (documentId: string, revision: number) => ({
  raw: `documents/${documentId}/${revision}/raw`,
  parsed: `documents/${documentId}/${revision}/parsed.md`,
});
