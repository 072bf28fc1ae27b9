import { answerSearch } from '@docfleet/api/answer-search';
import { extensionRoute } from '@docfleet/api/context';
import { findOwnNamespace } from '@docfleet/api/find-own';
import { searchBody } from '@docfleet/api/search-body';
import type { Database } from '@docfleet/domain/database';
import { countDocuments } from '@docfleet/domain/document';
import { listNamespaces, type Namespace } from '@docfleet/domain/namespace';
import { hybridWeights } from '@docfleet/search';
import { z } from 'zod';
import { refuse, refusedInLists } from '../conversation.ts';
import {
  attributeFilter,
  attributes,
  attributesOf,
  rankingOptions,
  readAttributeFilter,
  weightsOf,
} from '../filters.ts';
import { openAiForm } from '../open-ai-form.ts';
import { documentId, listOf, presentPage, seconds, storeId } from '../present-file.ts';

const params = z.object({ vectorStoreId: storeId });

const vectorStore = z
  .object({
    id: storeId,
    object: z.literal('vector_store'),
    created_at: z.int(),
    name: z.string(),
    usage_bytes: z.literal(0).describe('Not counted'),
    file_counts: z
      .object({
        in_progress: z.int(),
        completed: z.int(),
        failed: z.int(),
        cancelled: z.int(),
        total: z.int(),
      })
      .describe('Documents'),
    status: z.enum(['in_progress', 'completed']),
    expires_after: z.null(),
    expires_at: z.null(),
    last_active_at: z.int(),
    metadata: z.record(z.string(), z.string()),
  })
  .meta({ id: 'OpenAiVectorStore' });

const ended: Readonly<Record<string, 'completed' | 'failed' | 'cancelled'>> = {
  SUCCESS: 'completed',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
};

async function presentStore(
  database: Database,
  { id, name, createdAt, updatedAt }: Namespace,
  tenantId: string | undefined,
): Promise<z.input<typeof vectorStore>> {
  const counts = { in_progress: 0, completed: 0, failed: 0, cancelled: 0, total: 0 };
  const documents = await countDocuments(database, { namespaceId: id, tenantId });
  for (const { value, totalCount } of documents.by('status')) {
    counts[ended[value] ?? 'in_progress'] += totalCount;
    counts.total += totalCount;
  }
  return {
    id: name,
    object: 'vector_store',
    created_at: seconds(createdAt),
    name,
    usage_bytes: 0,
    file_counts: counts,
    status: counts.in_progress > 0 ? 'in_progress' : 'completed',
    expires_after: null,
    expires_at: null,
    last_active_at: seconds(updatedAt),
    metadata: {},
  };
}

/** Maximum of entries on a page in OpenAI's form. */
const maxPageSize = 100;

const listVectorStores = extensionRoute({
  ...openAiForm,
  path: '/v1/vector_stores',
  summary: 'List the namespaces in the form of OpenAI',
  instead: {
    'POST /v1/vector_stores': 'POST /v1/namespaces creates a namespace',
    'POST /v1/vector_stores/{vectorStoreId}': 'PATCH /v1/namespaces/{namespaceId} changes a namespace',
    'DELETE /v1/vector_stores/{vectorStoreId}': 'DELETE /v1/namespaces/{namespaceId} deletes a namespace',
  },
  description:
    'Each namespace is a vector store, whose id is its name and whose files are its documents. `after` continues a list behind an id.',
  query: z.looseObject({
    limit: z.coerce.number().int().min(1).max(maxPageSize).default(20).describe('Maximum number of results'),
    after: z
      .string()
      .optional()
      .describe('The id of the last of the page before')
      .meta({ examples: ['quickstart'] }),
  }),
  isExpensive: true,
  response: listOf(vectorStore),
  errors: [],

  async handle({ query, organizationId, tenantId }, { database }) {
    refuse(query, refusedInLists);
    const { limit, after } = query;
    const all = (await listNamespaces(database, organizationId)).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    );
    const rest = after === undefined ? all : all.filter(({ name }) => name > after);
    const stores: z.input<typeof vectorStore>[] = [];
    for (const namespace of rest.slice(0, limit))
      stores.push(await presentStore(database, namespace, tenantId));
    return { message: '', data: { ...presentPage(stores, limit), has_more: rest.length > limit } };
  },
});

const getVectorStore = extensionRoute({
  ...openAiForm,
  path: '/v1/vector_stores/{vectorStoreId}',
  summary: 'Get a namespace in the form of OpenAI',
  description: 'The id is the name of the namespace; `file_counts` counts its documents.',
  params,
  isExpensive: true,
  response: vectorStore,
  errors: ['NAMESPACE_NOT_FOUND'],

  async handle({ params: { vectorStoreId }, organizationId, tenantId }, context) {
    const namespace = await findOwnNamespace(context, organizationId, vectorStoreId);
    return { message: '', data: await presentStore(context.database, namespace, tenantId) };
  },
});

const searchedText = z.string().min(1).max(8_000);

const searchVectorStoreBody = z
  .looseObject({
    query: z
      .union([
        searchedText.meta({ pattern: '\\S' }),
        z
          .array(searchedText)
          .min(1)
          .max(5)
          .meta({ contains: { type: 'string', pattern: '\\S' } }),
      ])
      .refine((query) => [query].flat().some((text) => text.trim() !== ''), { error: 'must not be blank' }),
    max_num_results: z.int().min(1).max(50).nullish().describe('10 unless given'),
    filters: attributeFilter.nullish().describe('Conditions on metadata: comparisons, and, or'),
    ranking_options: rankingOptions,
  })
  .meta({ examples: [{ query: 'How many days of leave do I have?', max_num_results: 5 }] });

const searchVectorStore = extensionRoute({
  ...openAiForm,
  method: 'post',
  path: '/v1/vector_stores/{vectorStoreId}/search',
  summary: 'Search a namespace in the form of OpenAI',
  description:
    "By meaning and by words, at the weights of `ranking_options.hybrid_search`, or those that suit the namespace's model. Several queries are searched for as one.",
  params,
  body: searchVectorStoreBody,
  response: z.object({
    object: z.literal('vector_store.search_results.page'),
    search_query: z.array(z.string()),
    data: z.array(
      z.object({
        file_id: documentId,
        filename: z.string(),
        score: z.number(),
        attributes,
        content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
      }),
    ),
    has_more: z.boolean(),
    next_page: z.string().nullable(),
  }),
  errors: ['NAMESPACE_NOT_FOUND'],
  failed: 'SEARCH_FAILED',

  async handle({ params: { vectorStoreId }, body, ...caller }, context) {
    const queries = [body.query].flat();
    const search = searchBody.parse({
      namespaceId: vectorStoreId,
      query: queries.join('\n').trimStart().slice(0, 8_000).toWellFormed(),
      topK: body.max_num_results ?? 10,
      scoreThreshold: body.ranking_options?.score_threshold ?? 0,
      // The form has no room for notices on what was left out.
      duplicates: 'keep',
      operators: false,
    });
    const filter = body.filters && { metadata: readAttributeFilter(body.filters) };
    const asked = { ...search, ...(filter && { filter }) };
    const weights = weightsOf(body.ranking_options) ?? hybridWeights;
    const { data, ownMetadata } = await answerSearch(context, caller, asked, weights);
    return {
      message: '',
      data: {
        object: 'vector_store.search_results.page' as const,
        search_query: queries,
        data: data.results.map(({ content, score, metadata, document }, at) => ({
          file_id: document.id,
          filename: document.name ?? document.externalId,
          score,
          // A filter is about the customer's fields, and so are the attributes where names are equal.
          attributes: attributesOf({ ...metadata, ...ownMetadata[at] }),
          content: [{ type: 'text' as const, text: content }],
        })),
        // Further pages of a search belong to its request, which this form repeats without its filters.
        has_more: false,
        next_page: null,
      },
    };
  },
});

export const vectorStoreRoutes = [listVectorStores, getVectorStore, searchVectorStore];
