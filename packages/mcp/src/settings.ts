import { z } from 'zod';

/** What the program is told by its environment. */
export const mcpSettings = z.object({
  DOCFLEET_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:4000')
    .describe('Where the gateway is'),
  DOCFLEET_API_KEY: z.string().min(1).describe('Its scopes decide what the assistant may do'),
  DOCFLEET_TENANT_ID: z.string().optional().describe('The tenant whose documents alone are seen; unset: all'),
});
