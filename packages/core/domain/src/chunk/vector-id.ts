/**
 * Returns a vector's id in the store: the document's id, so that its vectors share a prefix, and a hash of the content. From the second
 * generation on it contains the generation: `<document id>#<generation>:<hash>`.
 */
export function createVectorId(documentId: string, generation: number, hash: string): string {
  return generation === 1 ? `${documentId}#${hash}` : `${documentId}#${generation}:${hash}`;
}

/** Returns the generation of a vector from its id. */
export function generationOfVector(vectorId: string): number {
  const [, generation] = /#(\d+):/.exec(vectorId) ?? [];
  return generation === undefined ? 1 : Number(generation);
}

/** Returns the id that the same content has in another generation. */
export function vectorIdIn(vectorId: string, generation: number): string {
  const [documentId = '', content = ''] = vectorId.split('#', 2);
  return createVectorId(documentId, generation, content.replace(/^\d+:/, ''));
}

/** The document that a vector belongs to, from its id. */
export const documentOfVector = (vectorId: string): string => vectorId.split('#', 1)[0] ?? '';
