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
