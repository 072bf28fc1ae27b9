import { z } from 'zod';

/** Names one content of a document: work for an older revision finds nothing to do. */
export const documentPayload = z.strictObject({
  documentId: z.uuid(),
  revision: z.number().int().positive(),
});

export const documentKey = ({ documentId, revision }: z.output<typeof documentPayload>) =>
  `${documentId}:${revision}`;
