import type { DocfleetClient } from '@docfleet/sdk';
import { tool } from 'ai';
import { z } from 'zod';

/** A tool of the Vercel AI SDK, with which a model looks things up in a namespace. Its tenant is yours to say, never the model's. */
export const searchDocuments = (client: DocfleetClient, namespaceId: string, tenantId: string | null) =>
  tool({
    description: 'Searches the documents of the company and returns the passages that fit best',
    inputSchema: z.object({
      query: z.string().describe('What to look for, as a question or as keywords'),
      topK: z.number().int().min(1).max(20).default(5).describe('How many passages'),
    }),
    execute: async ({ query, topK }, { abortSignal }) => {
      const { results } = await client.search.semantic(
        { namespaceId, query, topK },
        { tenantId, ...(abortSignal && { signal: abortSignal }) },
      );
      return results.map(({ content, document }) => ({
        source: document.name ?? document.externalId,
        content,
      }));
    },
  });
