/** Ids of documents are UUIDs of version 7, whose first 48 bits are the milliseconds of their making. */
const madeAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** Whether a document that has no row may be about to get one: its file is stored before it. */
export const isYoung = (documentId: string, quietMs: number): boolean =>
  Math.abs(Date.now() - madeAt(documentId)) < quietMs;
