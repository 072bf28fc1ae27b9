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

/** The actor and the documents to change; throws INVALID_FILTER_CONFIG for an empty filter without explicit confirmation. */
export function toBulkChange(
  namespace: Namespace,
  { filterConfig: given, all, actor, tenantId }: Asked,
): BulkChange {
  const scope = { namespaceId: namespace.id, tenantId };
  return { actor, namespace: namespace.name, ...toBulkFilter(given, { all, ...scope }) };
}

/**
 * Runs a change to its end, even if the client disconnects, and returns how many documents matched with the ids of the page that was
 * asked for, newest first, and one more when there is a next. Throws DOCUMENTS_NOT_FOUND when none did.
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
