import { signal } from './conformance-subject.ts';
import type { Connector, ListPage } from './provider.ts';
import { walkPages } from './walk-pages.ts';

/** A whole walk, put together. */
export async function walkAll(connector: Connector, cursor?: string, selection?: readonly string[]) {
  const pages: ListPage[] = [];
  for await (const page of walkPages(connector, cursor, selection, signal)) pages.push(page);
  const items = pages.flatMap((page) => page.items);
  const last = pages.at(-1)!;
  return {
    items,
    ids: items.map(({ externalId }) => externalId).sort(),
    skipped: pages.flatMap(({ skipped }) => skipped),
    deleted: pages.flatMap(({ deleted }) => deleted),
    isComplete: last.isComplete,
    isUnproven: last.isUnproven ?? false,
    syncCursor: last.syncCursor!,
  };
}
