import { listPages } from '../src/list-pages.ts';
import type { Connector, ListPage } from '../src/provider.ts';
import { signal } from './conformance-subject.ts';

/** A whole listing, put together. */
export async function listAll(connector: Connector, cursor?: string, selection?: readonly string[]) {
  const pages: ListPage[] = [];
  for await (const page of listPages(connector, cursor, selection, signal)) pages.push(page);
  const items = pages.flatMap((page) => page.items);
  const last = pages.at(-1)!;
  return {
    items,
    ids: items.map(({ externalId }) => externalId).sort(),
    skipped: pages.flatMap(({ skipped }) => skipped),
    deleted: pages.flatMap(({ deleted }) => deleted),
    isComplete: last.proof !== undefined,
    isUnproven: last.proof === 'NONE',
    syncCursor: last.syncCursor!,
  };
}
