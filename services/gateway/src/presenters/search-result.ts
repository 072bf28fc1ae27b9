import { z } from 'zod';
import { documentType } from '../schemas/enumerations.ts';
import type { SearchResult } from '../search/search-namespace.ts';

export const searchReply = z.object({
  results: z.array(
    z
      .object({
        content: z.string(),
        score: z.number().min(0).max(1),
        metadata: z
          .looseObject({ id: z.string(), source: z.string(), type: z.string() })
          .describe("The document's own metadata, under its id, source and type"),
        document: z.object({
          id: z.string(),
          name: z.string().nullable(),
          externalId: z.string(),
          documentType: documentType,
        }),
      })
      .meta({ id: 'SearchResult' }),
  ),
});

export function presentSearchResult({
  hit,
  chunk,
  text,
}: SearchResult): z.input<typeof searchReply>['results'][number] {
  const { documentId: id, name, externalId, ingestionSource } = chunk;
  return {
    content: text,
    score: Math.min(1, Math.max(0, hit.score)),
    // The documented fields win over the customer's of the same name.
    metadata: { ...chunk.metadata, id, source: ingestionSource, type: chunk.documentType },
    document: { id, name, externalId, documentType: chunk.documentType },
  };
}
