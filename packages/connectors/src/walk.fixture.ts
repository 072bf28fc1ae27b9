import type { Connector, ListPage } from './provider.ts';
import { walkPages } from './walk-pages.ts';

export const signal = new AbortController().signal;

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
    syncCursor: last.syncCursor!,
  };
}

/** A body as text. */
export async function readBody(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** What a promise rejects with. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => new Error('It did not reject'),
    (thrown: unknown) => thrown,
  );
