import { searchDefaults } from '@docfleet/search';
import { z } from 'zod';
import { sourceFilter } from './document-filter.ts';
import { namespaceId } from './find-own.ts';
import { metadataFilter } from './metadata-filter.ts';
import { cursor } from './pagination.ts';
import { notBlank } from './shared-fields.ts';

/** 0.1 + 0.9 is not quite 1 in binary, and callers compute their weights. */
const tolerance = 1e-6;

const weight = z.number().min(0).max(1);

/** Weights of meaning and words. */
export const hybridConfig = z
  .strictObject(
    { semanticWeight: weight, keywordWeight: weight },
    {
      error: ({ input }) =>
        input === undefined
          ? 'is required, such as {"semanticWeight": 0.7, "keywordWeight": 0.3}'
          : undefined,
    },
  )
  .refine(({ semanticWeight, keywordWeight }) => Math.abs(semanticWeight + keywordWeight - 1) <= tolerance, {
    error: 'must have weights whose sum is 1.0',
  })
  .describe(
    '0.3 semantic and 0.7 keyword suit error messages and API docs; 0.8 and 0.2 natural language; 0.5 and 0.5 a mixture',
  );

const maxQueryLength = 8_000;
const maxResults = 1_000;
const maxNamespaces = 10;
const maxFacets = 10;
const maxNeighbors = 5;

const field = z.string().min(1).max(128);

const expand = z
  .union([
    z.literal('section'),
    z.strictObject({
      before: z.int().min(0).max(maxNeighbors).default(0),
      after: z.int().min(0).max(maxNeighbors).default(0),
    }),
  ])
  .describe('Text around each result: chunks before and after, or its section');

const recency = z
  .strictObject({
    weight: z.number().gt(0).max(1).describe('The share of the score that newness makes'),
    halfLifeDays: z.number().gt(0).max(36_500).default(30).describe('Days after which newness counts half'),
    field: field
      .optional()
      .describe('A field of the metadata with a date; when the document was accepted unless given'),
  })
  .describe('Brings newer documents forward');

/** Fields of both kinds of search. */
export const searchFields = {
  query: z
    .string()
    .max(maxQueryLength)
    .regex(...notBlank)
    .describe('"Quoted phrases" have to be in a result, -excluded words must not: see `operators`'),
  namespaceId: z
    .union([namespaceId, z.array(namespaceId).min(1).max(maxNamespaces)])
    .describe('A namespace, or up to ten that are searched together'),
  topK: z.int().min(1).max(maxResults).default(searchDefaults.topK),
  cursor: cursor.nullish().describe('`nextCursor` of the page before; all else as in the request for it'),
  scoreThreshold: z.number().min(0).max(1).default(searchDefaults.scoreThreshold),
  filter: z.strictObject({ metadata: metadataFilter.optional(), source: sourceFilter.optional() }).optional(),
  maxPerDocument: z.int().min(1).max(100).optional().describe('The most results of one document'),
  groupBy: z.literal('document').optional().describe('One result for each document: its best chunk'),
  duplicates: z
    .enum(['collapse', 'keep'])
    .default('collapse')
    .describe(
      'collapse: a passage is left out that has the same text as a better result, but for white space, or lies within one. `notices` says how many were',
    ),
  neighbors: z
    .enum(['keep', 'merge'])
    .default('keep')
    .describe(
      'merge: up to three passages that follow each other in one section of a document, at most ten ranks apart, are one result, in the place and with the score of the best; `chunks` has its parts. keep: each is a result, as a longer text is no better found, and a model reads more of it',
    ),
  operators: z
    .boolean()
    .default(searchDefaults.readsOperators)
    .describe(
      '`true`: "quoted phrases" and -excluded words are operators; `false`: the query is searched for as it is written. A question or a query with options of commands (`grep -v`) excludes nothing, and `notices` names each exclusion',
    ),
  expand: expand.optional(),
  highlights: z
    .boolean()
    .default(searchDefaults.highlights)
    .describe("`true`: each result has the positions of the query's words, and a snippet"),
  facets: z
    .array(field)
    .max(maxFacets)
    .optional()
    .describe(
      'Fields of the metadata whose values are counted among the documents of the best 1,000 matches; of a list its first 100. Each value is as a filter takes it: the text "2025" and the number 2025 are two',
    ),
  recency: recency.optional(),
  rerank: z
    .strictObject({ topN: z.int().min(1).max(200).default(50) })
    .optional()
    .describe("Number of best matches that the namespace's reranker puts into a better order"),
  explain: z
    .boolean()
    .default(searchDefaults.explain)
    .describe('`true`: each result has an explanation of its score, and the response the time of each step'),
};

export const searchBody = z.object(searchFields);
export type SearchBody = z.output<typeof searchBody>;
