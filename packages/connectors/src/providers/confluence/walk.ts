import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { readCursor, writeCursor } from '../../cursor.ts';
import type { ConnectorItem, ListPage, SkippedItem } from '../../provider.ts';
import { type ConfluenceApi, deepest } from './api.ts';
import { type ConfluencePage, nextOf } from './replies.ts';

const allState = z.strictObject({ cursor: z.string() });
const treeState = z.strictObject({
  /** Roots whose descendants are yet to be listed, and pages as deep as one request reaches. */
  roots: z.array(z.string()),
  cursor: z.string().nullable(),
});
type TreeState = z.output<typeof treeState>;

const itemOf = (page: ConfluencePage, base: string | null | undefined): ConnectorItem => ({
  externalId: page.id,
  name: page.title,
  path: null,
  url: base && page._links.webui ? `${base}${page._links.webui}` : null,
  mimeType: 'text/markdown',
  sizeBytes: null,
  modifiedAt: page.version.createdAt ?? null,
  versionKey: String(page.version.number),
  kind: 'page',
});

const nothing = { deleted: [], skipped: [] as SkippedItem[], syncCursor: undefined };

/** One page of all pages of the site. */
export async function listSite(api: ConfluenceApi, from: string | undefined): Promise<ListPage> {
  const cursor = from === undefined ? undefined : readCursor(from, allState).cursor;
  const list = await api.pages(cursor);
  const next = nextOf(list);
  const items = list.results.map((page) => itemOf(page, list._links.base));
  return { ...nothing, items, nextCursor: next && writeCursor({ cursor: next }), isComplete: !next };
}

type Below = Awaited<ReturnType<ConfluenceApi['descendants']>>;

/** A root that is no longer there has nothing below it, and is absent from the walk. */
async function readBelow(api: ConfluenceApi, root: string, cursor: string | undefined): Promise<Below> {
  try {
    return await api.descendants(root, cursor);
  } catch (error) {
    if (error instanceof AppError && error.code === 'ITEM_NOT_FOUND') return { results: [], _links: {} };
    throw error;
  }
}

/** What lies between pages and is none itself. */
const skippedOf = (below: Below): SkippedItem[] =>
  below.results
    .filter(({ type }) => type !== 'page' && type !== 'folder')
    .map(({ id, title, type }) => ({
      externalId: id,
      name: title,
      reason: `Confluence hands out no text of items of the type ${type}`,
    }));

/**
 * One page of the selected pages and all below them, folders included. Versions come with the same requests, so that a sync costs two of
 * them for 250 pages: there is no feed of changes to a part of a site.
 */
export async function listTrees(
  api: ConfluenceApi,
  from: string | undefined,
  selection: readonly string[],
): Promise<ListPage> {
  const state: TreeState =
    from === undefined ? { roots: [...selection], cursor: null } : readCursor(from, treeState);
  const [root, ...others] = state.roots;
  if (root === undefined) return { ...nothing, items: [], nextCursor: undefined, isComplete: true };
  const below = await readBelow(api, root, state.cursor ?? undefined);
  const pages = below.results.filter(({ type }) => type === 'page');
  const ids = pages.map(({ id }) => id);
  const wanted = state.cursor === null ? [root, ...ids] : ids;
  const items = await readVersions(api, wanted);
  const deep = pages.filter(({ depth }) => depth >= deepest).map(({ id }) => id);
  const cursor = nextOf(below) ?? null;
  const roots = cursor === null ? [...deep, ...others] : [root, ...deep, ...others];
  const nextCursor = roots.length > 0 ? writeCursor({ roots, cursor }) : undefined;
  return { ...nothing, items, skipped: skippedOf(below), nextCursor, isComplete: !nextCursor };
}

async function readVersions(api: ConfluenceApi, ids: readonly string[]): Promise<ConnectorItem[]> {
  const items: ConnectorItem[] = [];
  // A page of descendants has one more with its root.
  for (let start = 0; start < ids.length; start += 250) {
    const list = await api.pagesById(ids.slice(start, start + 250));
    items.push(...list.results.map((page) => itemOf(page, list._links.base)));
  }
  return items;
}
