import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { readCursor, writeCursor } from '../../cursor.ts';
import type { ConnectorItem, Feeds, ListPage, SkippedItem } from '../../provider.ts';
import type { ConfluenceApi, ContentKind } from './api.ts';
import { beginCommented, commentedState, feedOf, readCommented, versionWith } from './commented.ts';
import { nextOf } from './lists.ts';
import type { ConfluencePage } from './replies.ts';

/** Blog posts have ids of their own kind: what an id names is asked for at another address. */
const blogPrefix = 'blog:';
const spacePrefix = 'space:';

/** A page or blog post by its external id. */
export const readExternalId = (externalId: string): { kind: ContentKind; id: string } =>
  externalId.startsWith(blogPrefix)
    ? { kind: 'blogposts', id: externalId.slice(blogPrefix.length) }
    : { kind: 'pages', id: externalId };

const root = z.discriminatedUnion('kind', [
  /** All pages, or blog posts, of the site or of a space. */
  z.strictObject({ kind: z.enum(['pages', 'blogposts']), space: z.string().optional() }),
  /** A space by its key, whose id is still to be found. */
  z.strictObject({ kind: z.literal('space'), key: z.string() }),
  z.strictObject({ kind: z.literal('blogpost'), id: z.string() }),
  /** A page with all that is below it; without itself where it was named before. */
  z.strictObject({ kind: z.literal('tree'), id: z.string(), isNamed: z.boolean().optional() }),
  /** The site's latest comments. */
  z.strictObject({ kind: z.literal('comments'), place: z.string() }),
]);
type Root = z.output<typeof root>;

const listingState = z.strictObject({
  /** What is yet to be listed, and pages as deep as one request reaches. */
  roots: z.array(root),
  /** Of the first one's next page. */
  cursor: z.string().optional(),
  commented: commentedState.default({ since: null, newest: null, items: {} }),
});
type ListingState = z.output<typeof listingState>;

export const itemOf = (
  kind: ContentKind,
  page: ConfluencePage,
  base: string | null | undefined,
): ConnectorItem => ({
  externalId: kind === 'pages' ? page.id : `${blogPrefix}${page.id}`,
  name: page.title,
  path: null,
  url: base && page._links.webui ? `${base}${page._links.webui}` : null,
  mimeType: 'text/markdown',
  sizeBytes: null,
  modifiedAt: page.version.createdAt ?? null,
  versionKey: String(page.version.number),
  kind: 'page',
});

interface Visit {
  readonly items: readonly ConnectorItem[];
  readonly skipped: readonly SkippedItem[];
  /** The next page of the same root. */
  readonly cursor: string | undefined;
  /** What was found on the way and has a listing of its own. */
  readonly found: readonly Root[];
}

const nothing: Visit = { items: [], skipped: [], cursor: undefined, found: [] };

/** What is no longer there has nothing in it, and is absent from the listing. */
async function ifThere(asked: Promise<Visit>): Promise<Visit> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.code === 'ITEM_NOT_FOUND') return nothing;
    throw error;
  }
}

async function visitContents(
  api: ConfluenceApi,
  { kind, space }: { readonly kind: ContentKind; readonly space?: string | undefined },
  cursor: string | undefined,
): Promise<Visit> {
  const list = await api.contents(kind, space, cursor);
  const items = list.results.map((page) => itemOf(kind, page, list._links.base));
  return { ...nothing, items, cursor: nextOf(list) };
}

async function visitSpace(api: ConfluenceApi, key: string): Promise<Visit> {
  const { results } = await api.space(key);
  const found = results.flatMap(({ id: space }): Root[] => [
    { kind: 'pages', space },
    { kind: 'blogposts', space },
  ]);
  return { ...nothing, found };
}

async function itemsById(api: ConfluenceApi, kind: ContentKind, ids: readonly string[]) {
  const list = await api.contentsById(kind, ids);
  return list.results.map((page) => itemOf(kind, page, list._links.base));
}

async function visitTree(
  api: ConfluenceApi,
  { id, isNamed }: { readonly id: string; readonly isNamed?: boolean | undefined },
  cursor: string | undefined,
): Promise<Visit> {
  const { pages, base, others, deeper, next } = await api.below(id, cursor);
  const own = isNamed || cursor !== undefined ? [] : await itemsById(api, 'pages', [id]);
  return {
    items: [...own, ...pages.map((page) => itemOf('pages', page, base))],
    skipped: others.map(({ id: externalId, title: name, type }) => ({
      externalId,
      name,
      reason: `Confluence hands out no text of items of the type ${type}`,
    })),
    cursor: next,
    found: deeper.map((page) => ({ kind: 'tree', id: page, isNamed: true })),
  };
}

function visit(
  api: ConfluenceApi,
  here: Exclude<Root, { kind: 'comments' }>,
  cursor: string | undefined,
): Promise<Visit> {
  switch (here.kind) {
    case 'space':
      return visitSpace(api, here.key);
    case 'tree':
      return ifThere(visitTree(api, here, cursor));
    case 'blogpost':
      return ifThere(itemsById(api, 'blogposts', [here.id]).then((items) => ({ ...nothing, items })));
    default:
      // A space may be gone; a site that has no list at all is not empty.
      return here.space === undefined
        ? visitContents(api, here, cursor)
        : ifThere(visitContents(api, here, cursor));
  }
}

/** Selected are pages by their ids, with all below them, blog posts (`blog:123`) and whole spaces by their keys (`space:ENG`). */
function rootOf(selected: string): Root {
  if (selected.startsWith(spacePrefix)) return { kind: 'space', key: selected.slice(spacePrefix.length) };
  const { kind, id } = readExternalId(selected);
  return kind === 'blogposts' ? { kind: 'blogpost', id } : { kind: 'tree', id };
}

const everything: readonly Root[] = [{ kind: 'pages' }, { kind: 'blogposts' }];

async function begin(
  api: ConfluenceApi,
  { selection, feeds }: { readonly selection: readonly string[] | undefined; readonly feeds: Feeds },
): Promise<ListingState> {
  // An address that answers for no account has nothing to say of what is gone.
  await api.site();
  const comments = api.commentPlaces.map((place): Root => ({ kind: 'comments', place }));
  const roots = [...comments, ...(selection?.map(rootOf) ?? everything)];
  return { roots, commented: await beginCommented(feeds) };
}

/** What the first root of a listing comes to. */
async function step(api: ConfluenceApi, { roots: [here], cursor, commented }: ListingState) {
  if (!here) return { ...nothing, commented };
  if (here.kind !== 'comments') return { ...(await visit(api, here, cursor)), commented };
  const read = await readCommented(api, commented, { place: here.place, cursor });
  return { ...nothing, cursor: read.cursor, commented: read.state };
}

/** One page of the site's pages and blog posts, or of what is selected, after its latest comments. */
export async function listContents(
  api: ConfluenceApi,
  from: string | undefined,
  begun: { readonly selection: readonly string[] | undefined; readonly feeds: Feeds },
): Promise<ListPage> {
  const state = from === undefined ? await begin(api, begun) : readCursor(from, listingState);
  const [here, ...others] = state.roots;
  const { items, skipped, cursor, found, commented } = await step(api, state);
  const rest = here && cursor !== undefined ? [here, ...found, ...others] : [...found, ...others];
  const isOver = rest.length === 0;
  return {
    items: items.map((item) => ({
      ...item,
      versionKey: versionWith(commented, item.externalId, item.versionKey),
    })),
    skipped,
    deleted: [],
    syncCursor: undefined,
    nextCursor: isOver ? undefined : writeCursor({ roots: rest, cursor, commented }),
    proof: isOver ? api.proof : undefined,
    feeds: feedOf(commented),
  };
}
