import { chunkLocation } from '@docfleet/domain/chunk';
import { z } from 'zod';
import { documentType } from '../http/enumerations.ts';
import { timestamp, toTimestamp } from '../http/timestamp.ts';
import type { SearchOutcome, SearchResult } from './search-namespace.ts';

const explanation = z
  .object({
    semantic: z
      .number()
      .describe('What meaning has added to the score. PINECONE lets it be below 0 where the cosine is')
      .meta({ examples: [0.31] }),
    keyword: z
      .number()
      .min(0)
      .describe("What the query's words have added to the score; 0 when the text has none of them")
      .meta({ examples: [0.24] }),
    terms: z
      .array(
        z.object({
          term: z
            .string()
            .describe(
              'A word of the query as it is compared: in lower case, an English one without its ending',
            )
            .meta({ examples: ['leav'] }),
          weight: z
            .number()
            .min(0)
            .describe('Its share of `keyword`')
            .meta({ examples: [0.24] }),
        }),
      )
      .describe('The words of the query that the text has, those that added the most first'),
  })
  .describe('With `explain`: where the score comes from. `semantic` and `keyword` add up to it')
  .meta({ id: 'ScoreExplanation' });

const milliseconds = (step: string) => z.number().min(0).default(0).describe(step);

const timings = z
  .object({
    embed: milliseconds("The query's vector, from the model or remembered"),
    store: milliseconds('The vector store'),
    rows: milliseconds('PostgreSQL: which of the hits are visible, and their documents'),
    texts: milliseconds('Texts that the vector store could not keep whole'),
    explain: milliseconds('The explanations'),
  })
  .describe(
    'With `explain`: milliseconds by step. Steps that ran several times are added up, also when they ran side by side',
  )
  .meta({
    id: 'SearchTimings',
    examples: [{ embed: 41.3, store: 8.7, rows: 2.1, texts: 0, explain: 0.9 }],
  });

export const searchResponse = z.object({
  results: z.array(
    z
      .object({
        content: z.string(),
        score: z
          .number()
          .min(0)
          .max(1)
          .meta({ examples: [0.55] }),
        metadata: z
          .looseObject({ id: z.string(), source: z.string(), type: z.string() })
          .describe("The document's own metadata, under its id, source and type"),
        document: z.object({
          id: z.string(),
          name: z.string().nullable(),
          externalId: z.string(),
          documentType: documentType,
          url: z
            .string()
            .nullable()
            .describe('Where the source shows the document to people; null where that is not known'),
          modifiedAt: timestamp
            .nullable()
            .describe('When it was changed at its source; null where that is not known'),
        }),
        location: chunkLocation
          .optional()
          .describe(
            'Where the text stands in the file: pages and areas of a PDF in points from the upper left corner, slides, or rows of a sheet; and the headings that it lies under',
          ),
        explanation: explanation.optional(),
      })
      .meta({ id: 'SearchResult' }),
  ),
  timings: timings.optional(),
});

type ApiResponse = z.input<typeof searchResponse>;

function presentResult({ hit, chunk, text, explanation }: SearchResult): ApiResponse['results'][number] {
  const { documentId: id, name, externalId, ingestionSource } = chunk;
  return {
    content: text,
    score: Math.min(1, Math.max(0, hit.score)),
    // The documented fields win over the customer's of the same name.
    metadata: { ...chunk.metadata, id, source: ingestionSource, type: chunk.documentType },
    document: {
      ...{ id, name, externalId, documentType: chunk.documentType, url: chunk.sourceUrl },
      modifiedAt: chunk.sourceModifiedAt && toTimestamp(chunk.sourceModifiedAt),
    },
    ...(chunk.location && { location: chunk.location }),
    ...(explanation && { explanation: { ...explanation, terms: [...explanation.terms] } }),
  };
}

const countOf = (results: readonly unknown[]) =>
  results.length === 1 ? '1 result' : `${results.length} results`;

/** Tenths are what the header has, too. */
const inTenths = (timings: SearchOutcome['timings']) =>
  Object.fromEntries(
    Object.entries(timings).map(([step, taken]) => [step, Math.round(taken * 10) / 10] as const),
  );

/** What both searches answer. */
export function presentSearch({ results, notice, timings }: SearchOutcome, explain: boolean) {
  const data: ApiResponse = {
    results: results.map(presentResult),
    ...(explain && { timings: inTenths(timings) }),
  };
  return { message: notice ?? countOf(results), data, timings };
}
