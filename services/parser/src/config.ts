import { resourcesConfig } from '@docfleet/resources';
import { z } from 'zod';

export const parserSettings = {
  PARSE_CONCURRENCY: z.coerce
    .number()
    .int()
    .positive()
    .default(8)
    .describe('Files a parser works on at once'),
};

export const parserConfig = z.object({ ...resourcesConfig, ...parserSettings });
