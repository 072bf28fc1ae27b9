import { resourcesConfig } from '@docfleet/pipeline/resources';
import { z } from 'zod';

export const embedderSettings = {
  EMBED_CONCURRENCY: z.coerce
    .number()
    .int()
    .positive()
    .default(240)
    .describe('Documents an embedder works on at once; those of one namespace get at most four fifths'),
};

export const embedderConfig = z.object({ ...resourcesConfig, ...embedderSettings });
