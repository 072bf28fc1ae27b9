import { z } from 'zod';

/** Fields that a text and a file have in common. */
export const documentName = z.string().min(1).max(255).describe('Name of the document');
export const externalId = z
  .string()
  .min(1)
  .max(512)
  .describe(
    'Your own id: ingesting under the same one again updates the document. Unset: a hash of tenant, name and content',
  );
