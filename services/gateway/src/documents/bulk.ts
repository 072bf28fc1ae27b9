import type { filterConfig } from '@docfleet/api/document-filter';
import type { Actor } from '@docfleet/domain/audit-event';
import type { BulkChange, BulkStep } from '@docfleet/domain/document';
import type { Namespace } from '@docfleet/domain/namespace';
import type { Dispatcher } from '@docfleet/domain/outbox';
import type { Page } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import type { z } from 'zod';
import { toBulkFilter } from './bulk-filter.ts';

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
