import type { Prepared } from '@docfleet/answers/answer-question';
import { invalidField, invalidInput, readWith } from '@docfleet/errors/issues';
import { z } from 'zod';
import { isForced, typeOf } from './conversation.ts';
import {
  attributeFilter,
  attributes,
  attributesOf,
  rankingOptions,
  readFilter,
  toMetadataFilter,
  weightsOf,
} from './filters.ts';
import { documentId } from './present-file.ts';

const fileSearch = z.looseObject({
  type: z.literal('file_search'),
  vector_store_ids: z.array(z.string().min(1).max(64)).min(1).max(10).describe('Namespaces'),
  max_num_results: z.int().min(1).max(50).nullish(),
  filters: attributeFilter.nullish(),
  ranking_options: rankingOptions,
});

/** A call of the tool `file_search` among the output of a response. */
export const fileSearchCall = z
  .object({
    id: z.string(),
    type: z.literal('file_search_call'),
    status: z.literal('completed'),
    queries: z.array(z.string()),
    results: z
      .array(
        z.object({
          file_id: documentId,
          filename: z.string(),
          score: z.number(),
          text: z.string(),
          attributes,
        }),
      )
      .nullable()
      .describe('With `include: ["file_search_call.results"]`; null without'),
  })
  .meta({ id: 'OpenAiFileSearchCall' });

/** A search for an answer, and the chunks that it has found. */
export interface Searched {
  readonly query: string;
  readonly results: Prepared['found'];
}

/** Presents a search as the call of the tool that demanded it. */
export const presentCall = (
  id: string,
  { query, results }: Searched,
  include: readonly unknown[],
): z.input<typeof fileSearchCall> => ({
  id,
  type: 'file_search_call',
  status: 'completed',
  queries: [query],
  results: include.includes('file_search_call.results')
    ? results.map(({ text, hit, chunk: { documentId: file_id, name, externalId, metadata } }) => ({
        file_id,
        filename: name ?? externalId,
        score: hit.score,
        text,
        attributes: attributesOf(metadata),
      }))
    : null,
});

interface Asked {
  readonly model: string;
  readonly tools?: readonly { readonly type: string }[] | null | undefined;
  readonly tool_choice?: unknown;
}

/** Returns what the tool `file_search` says of the search, and whether it is called; throws INVALID_REQUEST for a second one, and where a call of another is demanded. */
export function searchOf({ model, tools, tool_choice }: Asked) {
  const [tool, second] = (tools ?? []).filter(({ type }) => type === 'file_search');
  const isCallable = tool && (tool_choice === 'required' || typeOf(tool_choice) === 'file_search');
  if (isForced(tool_choice) && !isCallable)
    throw invalidField(
      'INVALID_REQUEST',
      'tool_choice',
      'must be auto or none: no tool but file_search is called',
    );
  if (second) throw invalidField('INVALID_REQUEST', 'tools', 'must have one file_search at most');
  if (!tool || tool_choice === 'none') return { isCalled: false, search: { namespaceId: model } };
  const read = readWith(fileSearch, tool);
  if ('issues' in read)
    throw invalidInput(
      read.issues.map((issue) => ({ ...issue, path: `tools.${issue.path}` })),
      { default: 'INVALID_REQUEST' },
    );
  const { vector_store_ids, max_num_results, filters, ranking_options } = read.data;
  if (ranking_options?.score_threshold)
    throw invalidField(
      'INVALID_REQUEST',
      'tools.ranking_options.score_threshold',
      'must be 0: sentences of an answer are compared with what they cite instead',
    );
  const metadata = filters ? toMetadataFilter(filters) : undefined;
  if (metadata) readFilter(metadata, 'tools.filters');
  const search = {
    namespaceId: vector_store_ids,
    topK: max_num_results ?? undefined,
    hybridConfig: weightsOf(ranking_options),
    ...(metadata && { filter: { metadata } }),
  };
  return { isCalled: true, search };
}
