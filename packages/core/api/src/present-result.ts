import { joinLocations } from '@docfleet/domain/chunk';
import {
  type FacetValue,
  partsOf,
  type RerankOutcome,
  type SearchResult,
  type Weights,
} from '@docfleet/search';
import { z } from 'zod';
import { presentSource, sourceShape } from './document-filter.ts';
import { documentType, location } from './shared-fields.ts';

const explanation = z
  .object({
    semantic: z
      .number()
      .describe('Contribution of meaning to the score. With PINECONE it is below 0 where the cosine is')
      .meta({ examples: [0.31] }),
    keyword: z
      .number()
      .min(0)
      .describe("Contribution of the query's words to the score; 0 when the text has none of them")
      .meta({ examples: [0.24] }),
    embedded: z
      .string()
      .describe(
        'Text from which the vector and the keywords were made: that of the result below the title of its document, and below the sentence that the context model wrote about it',
      )
      .meta({ examples: ['travel policy\n\n## Hotels\n\nLondon: 180 GBP a night'] }),
    terms: z
      .array(
        z.object({
          term: z
            .string()
            .describe(
              'A word of the query as it is compared: in lower case, without accents and without its ending',
            )
            .meta({ examples: ['leav'] }),
          word: z
            .string()
            .describe('The word of the query that it stands for')
            .meta({ examples: ['leave'] }),
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
    rerank: milliseconds('The reranker'),
    texts: milliseconds('Texts that the vector store could not keep whole'),
    explain: milliseconds('The explanations'),
  })
  .describe(
    'With `explain`: milliseconds by step. Steps that ran several times are added up, also when they ran side by side',
  )
  .meta({
    id: 'SearchTimings',
    examples: [{ embed: 41.3, store: 8.7, rows: 2.1, rerank: 0, texts: 0, explain: 0.9 }],
  });

const place = { start: z.int().min(0), end: z.int().min(0) };

const highlighting = {
  highlights: z
    .array(z.object(place))
    .optional()
    .describe('With `highlights`: where words of the query stand in `content`, in UTF-16 units'),
  snippet: z
    .array(z.object({ text: z.string(), isMatch: z.boolean() }))
    .optional()
    .describe('With `highlights`: the part of the text that has the most of the query, without Markdown'),
};

const context = z
  .object({ text: z.string(), ...place })
  .optional()
  .describe('With `expand`: the text around the result and where it lies in the parsed document');

const rerankOutcome = z
  .object({
    applied: z.boolean(),
    model: z.string(),
    count: z.int().min(0).describe('Number of best matches that were judged'),
    reason: z.string().optional().describe('Reason for which the results stand in the order of the search'),
  })
  .meta({ id: 'RerankOutcome' });

const facetValues = z.array(
  z.object({ value: z.union([z.string(), z.number(), z.boolean()]), count: z.int().min(1) }),
);

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
          ...sourceShape,
        }),
        location: location.optional(),
        rerankScore: z.number().optional().describe('With `rerank`: what the reranker made of the result'),
        position: z
          .object({ ordinal: z.int().min(0), ...place })
          .describe(
            'The chunk: its number in the document, and its range in the parsed document. Of `chunks` the number of the first, and the range of all',
          ),
        chunks: z
          .array(z.object({ ordinal: z.int().min(0), ...place, score: z.number().min(0).max(1) }))
          .optional()
          .describe(
            'With `neighbors: merge`: the chunks of the result in the order of the document, where it has more than one',
          ),
        context,
        ...highlighting,
        explanation: explanation.optional(),
      })
      .meta({ id: 'SearchResult' }),
  ),
  nextCursor: z.string().nullable().describe('Cursor of the next page; null on the last page'),
  facets: z
    .record(z.string(), facetValues)
    .optional()
    .describe('With `facets`: documents by value, the commonest first'),
  notices: z
    .array(z.string())
    .optional()
    .describe(
      'Sentences on what limits the results and on what was left out: a part that was not searched, keywords of an older version, a query in a language that the model does not read, duplicates, exclusions. Absent when there is none',
    ),
  rerank: z.array(rerankOutcome).optional().describe('With `rerank`: how it went, for each namespace'),
  weights: z
    .object({ semanticWeight: z.number(), keywordWeight: z.number() })
    .optional()
    .describe('With `explain`: how much meaning and words counted')
    .meta({ examples: [{ semanticWeight: 0.7, keywordWeight: 0.3 }] }),
  timings: timings.optional(),
});

type ApiResponse = z.input<typeof searchResponse>;

const inUnit = (score: number) => Math.min(1, Math.max(0, score));
const rangeOf = ({ ordinal, start, end }: SearchResult['chunk']) => ({ ordinal, start, end });

function presentResult({
  hit,
  chunk,
  text,
  passage = text,
  neighbors,
  relevance,
  surroundings,
  highlights,
  snippet,
  explanation,
}: SearchResult): ApiResponse['results'][number] {
  const parts = partsOf({ hit, chunk, ...(neighbors && { neighbors }) });
  const chunks = parts.map((part) => ({ ...rangeOf(part.chunk), score: inUnit(part.hit.score) }));
  const { ordinal, start } = chunks[0] ?? chunk;
  const location = joinLocations(parts.flatMap((part) => part.chunk.location ?? []));
  const { documentId: id, name, externalId, ingestionSource } = chunk;
  return {
    content: passage,
    score: inUnit(hit.score),
    // The documented fields win over the customer's of the same name.
    metadata: { ...chunk.metadata, id, source: ingestionSource, type: chunk.documentType },
    document: {
      id,
      name,
      externalId,
      documentType: chunk.documentType,
      ...presentSource(chunk),
    },
    ...(location && { location }),
    position: { ordinal, start, end: chunks.at(-1)?.end ?? chunk.end },
    ...(chunks.length > 1 && { chunks }),
    ...(relevance !== undefined && { rerankScore: relevance }),
    ...(surroundings && { context: surroundings }),
    ...(highlights && { highlights: [...highlights] }),
    ...(snippet && { snippet: [...snippet] }),
    ...(explanation && { explanation: { ...explanation, terms: [...explanation.terms] } }),
  };
}

const countOf = (results: readonly unknown[]) =>
  results.length === 1 ? '1 result' : `${results.length} results`;

export interface PresentedSearch {
  readonly results: readonly SearchResult[];
  readonly nextCursor: string | null;
  readonly rerank: readonly RerankOutcome[];
  readonly notices: readonly string[];
  readonly facets: Readonly<Record<string, readonly FacetValue[]>> | undefined;
  /** Undefined for meaning alone. */
  readonly weights: Weights;
  readonly timings: Readonly<Record<string, number>>;
}

const meaningAlone = { semanticWeight: 1, keywordWeight: 0 };

/** Tenths are what the header has, too. */
const inTenths = (timings: PresentedSearch['timings']) =>
  Object.fromEntries(
    Object.entries(timings).map(([step, taken]) => [step, Math.round(taken * 10) / 10] as const),
  );

const listed = (facets: NonNullable<PresentedSearch['facets']>) =>
  Object.fromEntries(Object.entries(facets).map(([field, values]) => [field, [...values]]));

/** The response of both searches. */
export function presentSearch(
  { results, nextCursor, rerank, notices, facets, weights, timings }: PresentedSearch,
  explain: boolean,
) {
  const said = [...new Set(notices)];
  const data: ApiResponse = {
    results: results.map(presentResult),
    nextCursor,
    ...(said.length > 0 && { notices: said }),
    ...(facets && { facets: listed(facets) }),
    ...(rerank.length > 0 && { rerank: [...rerank] }),
    ...(explain && { weights: weights ?? meaningAlone, timings: inTenths(timings) }),
  };
  const ownMetadata = results.map(({ chunk }) => chunk.metadata);
  return { message: said.join('. ') || countOf(results), data, timings, ownMetadata };
}
