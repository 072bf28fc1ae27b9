import type { FaultFleet } from '../fault-fleet.ts';

interface Page {
  readonly documents: readonly { readonly id: string }[];
  readonly nextCursor?: string | null;
}

/** The ids that paging through a namespace shows, in its order; `between` is done after each page. */
export async function pageThrough(
  { api }: FaultFleet,
  namespaceId: string,
  between: () => Promise<void>,
): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const pagination = { pageSize: 10, ...(cursor && { cursor }) };
    const { body } = await api.request<Page>('POST', '/v1/documents', {
      namespaceId,
      filterConfig: {},
      pagination,
    });
    seen.push(...body.data.documents.map(({ id }) => id));
    cursor = body.data.nextCursor;
    await between();
  } while (cursor);
  return seen;
}
