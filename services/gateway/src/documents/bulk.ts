import { type filterConfig, toDocumentFilter, toSourceFilter } from '@docfleet/api/document-filter';
import type { Actor } from '@docfleet/domain/audit-event';
import type { BulkChange, BulkStep, DocumentFilter } from '@docfleet/domain/document';
import type { Namespace } from '@docfleet/domain/namespace';
import type { Dispatcher } from '@docfleet/domain/outbox';
import type { Page } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import { invalidField } from '@docfleet/errors/issues';
import { z } from 'zod';

/** Query parameters of every bulk change. */
export const bulkQuery = z.object({
  all: z
    .enum(['true', 'false'])
    .default('false')
    .describe('true: an empty filterConfig means every document of the namespace, or of the tenant'),
});

/**
 * Returns the filter of the documents to change and the names of the request fields that it comes from; throws INVALID_FILTER_CONFIG for an
 * empty filter without explicit confirmation.
 */
export function toBulkFilter(
  given: z.output<typeof filterConfig>,
  { all, ...scope }: { all: 'true' | 'false'; namespaceId: string; tenantId: string | undefined },
): { filter: DocumentFilter; filterFields: string[] } {
  const { metadata = [], source, ...others } = given;
  const filterFields = [
    ...Object.entries(others).flatMap(([field, values]) => (values === undefined ? [] : [field])),
    ...(metadata.length > 0 ? ['metadata'] : []),
    ...(toSourceFilter(source) ? ['source'] : []),
  ];
  if (filterFields.length === 0 && all !== 'true')
    throw invalidField(
      'INVALID_FILTER_CONFIG',
      'filterConfig',
      'is empty: name the documents, or say ?all=true to mean every one',
    );
  return { filter: toDocumentFilter(given, scope), filterFields };
}

interface Asked {
  readonly filterConfig: z.output<typeof filterConfig>;
  readonly all: 'true' | 'false';
  readonly actor: Actor;
  readonly tenantId: string | undefined;
}

/** Returns the actor and the filter of a bulk change; throws INVALID_FILTER_CONFIG for an empty filter without explicit confirmation. */
export function toBulkChange(
  namespace: Namespace,
  { filterConfig: given, all, actor, tenantId }: Asked,
): BulkChange {
  const scope = { namespaceId: namespace.id, tenantId };
  return { actor, namespace: namespace.name, ...toBulkFilter(given, { all, ...scope }) };
}

/**
 * Runs a bulk change to its end, even if the client disconnects. Returns the number of matching documents and the ids of the requested
 * page, newest first, with one more id when there is a next page. Throws DOCUMENTS_NOT_FOUND when none matched.
 */
export async function runBulkChange(
  steps: AsyncIterable<BulkStep>,
  { size, after }: Page,
  dispatcher: Dispatcher,
): Promise<{ itemsChanged: number; documentIds: string[] }> {
  let itemsChanged = 0;
  let newest: string[] = [];
  for await (const { documentIds, jobs } of steps) {
    dispatcher.dispatch(jobs);
    itemsChanged += documentIds.length;
    const listed = after ? documentIds.filter((id) => id < after) : documentIds;
    newest = [...newest, ...listed].slice(-(size + 1));
  }
  if (itemsChanged === 0) throw new AppError('DOCUMENTS_NOT_FOUND', 'No document matches the filter');
  return { itemsChanged, documentIds: newest.toReversed() };
}
