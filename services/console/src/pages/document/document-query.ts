import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const followMs = 1_500;
const ended: readonly string[] = ['SUCCESS', 'FAILED', 'CANCELLED'];

/** Loads a document, repeatedly while it is being processed. */
export const documentQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['document', documentId],
    queryFn: async ({ signal }) => (await api.documents.get({ documentId }, { signal })).document,
    refetchInterval: ({ state }) =>
      state.data && !ended.includes(state.data.ingestionStatus) ? followMs : false,
  });

/** Loads the timeline of a document, again whenever `status` changes. */
export const timelineQuery = (documentId: string, status: string) =>
  queryOptions({
    queryKey: ['document', documentId, 'timeline', status],
    queryFn: async ({ signal }) => (await api.documents.timeline({ documentId }, { signal })).entries,
  });

const chunksOfPage = 50;

/** Loads the chunks of a document page by page, again whenever `status` changes. */
export const chunksQuery = (documentId: string, status: string) =>
  infiniteQueryOptions({
    queryKey: ['document', documentId, 'chunks', status],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.documents.chunks(
        { documentId, pageSize: chunksOfPage, ...(cursor !== undefined && { cursor }) },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
