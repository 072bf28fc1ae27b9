import { z } from 'zod';

/**
 * Documents of a namespace by their first and last id: which of them need something is what the rows say. A job is as small for
 * a thousand documents as for one.
 */
export const documentRange = z.strictObject({
  namespaceId: z.uuid(),
  first: z.uuid(),
  last: z.uuid(),
});

/** All that a namespace can hold. */
export const everyDocument = {
  first: '00000000-0000-0000-0000-000000000000',
  last: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
} as const;

export const documentRangeKey = ({ namespaceId, first, last }: z.output<typeof documentRange>) =>
  `${namespaceId}:${first}:${last}`;

/** Names a run whose source is to be read; the run's row says which. */
export const runPayload = z.strictObject({ ingestJobRunId: z.uuid() });

export const runKey = ({ ingestJobRunId }: z.output<typeof runPayload>) => ingestJobRunId;

/** Names one content of a document, and whose it is: work for an older revision finds nothing to do. */
export const documentPayload = z.strictObject({
  namespaceId: z.uuid(),
  documentId: z.uuid(),
  revision: z.number().int().positive(),
});

export const documentKey = ({ documentId, revision }: z.output<typeof documentPayload>) =>
  `${documentId}:${revision}`;

export const documentOwner = ({ namespaceId }: z.output<typeof documentPayload>) => namespaceId;
