import { resourcesConfig } from '@docfleet/resources';
import { z } from 'zod';

export const embedderSettings = {
  EMBED_CONCURRENCY: z.coerce
    .number()
    .int()
    .positive()
    .default(128)
    .describe('Documents an embedder works on at once'),
};

export const embedderConfig = z.object({ ...resourcesConfig, ...embedderSettings });
