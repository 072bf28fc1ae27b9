import { z } from 'zod';

/** Names one content of a document, and whose it is: work for an older revision finds nothing to do. */
export const documentPayload = z.strictObject({
  namespaceId: z.uuid(),
  documentId: z.uuid(),
  revision: z.number().int().positive(),
});

export const documentKey = ({ documentId, revision }: z.output<typeof documentPayload>) =>
  `${documentId}:${revision}`;

export const documentOwner = ({ namespaceId }: z.output<typeof documentPayload>) => namespaceId;
