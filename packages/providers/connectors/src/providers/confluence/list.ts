import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { readCursor, writeCursor } from '../../cursor.ts';
import type { ConnectorItem, Feeds, ListPage, SkippedItem } from '../../provider.ts';
import { missingPart, readPart } from '../../read-part.ts';
import type { ConfluenceApi, ContentKind } from './api.ts';
import { beginCommented, commentedState, feedOf, readCommented, versionWith } from './commented.ts';
import { nextOf } from './lists.ts';
import type { ConfluencePage } from './replies.ts';

/** Blog posts have ids of their own kind: what an id names is asked for at another address. */
const blogPrefix = 'blog:';
export const spacePrefix = 'space:';

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
  /** A page with all that is below it; without the page itself where it was listed before, as other contents with pages below them. */
  z.strictObject({
    kind: z.literal('tree'),
    id: z.string(),
    isNamed: z.boolean().optional(),
    type: z.string().optional(),
  }),
  /** The site's latest comments. */
  z.strictObject({ kind: z.literal('comments'), place: z.string() }),
]);
type Root = z.output<typeof root>;

const listingState = z.strictObject({
  /** Parts still to be listed, and pages below which one request did not reach. */
  roots: z.array(root),
  /** Cursor of the first root's next page. */
  cursor: z.string().optional(),
  /** Whether a part was refused, so that items may exist that were not listed. */
  isCut: z.boolean().default(false),
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
  /** Parts found on the way that are listed by themselves. */
  readonly found: readonly Root[];
  readonly isCut?: boolean;
}

const nothing: Visit = { items: [], skipped: [], cursor: undefined, found: [] };

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
  if (results.length === 0) throw new AppError('ITEM_NOT_FOUND', 'There is no such space');
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
  { id, isNamed, type }: Extract<Root, { kind: 'tree' }>,
  cursor: string | undefined,
): Promise<Visit> {
  const { pages, base, others, deeper, next } = await api.below({ id, type: type ?? 'page' }, cursor);
  const own = isNamed || cursor !== undefined ? [] : await itemsById(api, 'pages', [id]);
  return {
    items: [...own, ...pages.map((page) => itemOf('pages', page, base))],
    skipped: others.map(({ id: externalId, title: name, type }) => ({
      externalId,
      name,
      reason: `Confluence hands out no text of items of the type ${type}`,
    })),
    cursor: next,
    found: deeper.map((one) => ({ kind: 'tree', ...one, isNamed: true })),
  };
}

type Content = Exclude<Root, { kind: 'comments' }>;

async function visit(api: ConfluenceApi, here: Content, cursor: string | undefined): Promise<Visit> {
  switch (here.kind) {
    case 'space':
      return visitSpace(api, here.key);
    case 'tree':
      return visitTree(api, here, cursor);
    case 'blogpost':
      return { ...nothing, items: await itemsById(api, 'blogposts', [here.id]) };
    default:
      return visitContents(api, here, cursor);
  }
}

/** Returns the id under which a content was selected, or a description of the content. */
function nameOf(here: Content): string {
  if (here.kind === 'space') return `${spacePrefix}${here.key}`;
  if (here.kind === 'blogpost') return `${blogPrefix}${here.id}`;
  return here.kind === 'tree' ? here.id : `${here.kind} of the space ${here.space}`;
}

/** A part that Confluence refuses, and one that was selected and is nowhere, is named; a site that has no list at all is not empty. */
async function visitPart(api: ConfluenceApi, here: Content, cursor: string | undefined): Promise<Visit> {
  const isSite = (here.kind === 'pages' || here.kind === 'blogposts') && here.space === undefined;
  if (isSite) return visit(api, here, cursor);
  const id = nameOf(here);
  const { read, refused } = await readPart({ id }, visit(api, here, cursor));
  if (refused) return { ...nothing, skipped: [refused], isCut: true };
  const isThere = here.kind === 'blogpost' ? read?.items.length !== 0 : read !== undefined;
  if (read && isThere) return read;
  const isFound =
    here.kind === 'pages' || here.kind === 'blogposts' || (here.kind === 'tree' && here.isNamed);
  const skipped = isFound || cursor !== undefined ? [] : [missingPart({ id })];
  return { ...nothing, skipped, isCut: true };
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
  return { roots, isCut: false, commented: await beginCommented(feeds) };
}

/** Lists the next page of the first root. */
async function step(
  api: ConfluenceApi,
  { roots: [here], cursor, commented }: ListingState,
): Promise<Visit & Pick<ListingState, 'commented'>> {
  if (!here) return { ...nothing, commented };
  if (here.kind !== 'comments') return { ...(await visitPart(api, here, cursor)), commented };
  const read = await readCommented(api, commented, { place: here.place, cursor });
  return { ...nothing, cursor: read.cursor, commented: read.state };
}

/** Returns one page of the site's pages and blog posts, or of the selection, after the site's latest comments. */
export async function listContents(
  api: ConfluenceApi,
  from: string | undefined,
  begun: { readonly selection: readonly string[] | undefined; readonly feeds: Feeds },
): Promise<ListPage> {
  const state = from === undefined ? await begin(api, begun) : readCursor(from, listingState);
  const [, ...others] = state.roots;
  const { items, skipped, cursor, found, commented, ...visited } = await step(api, state);
  const isCut = state.isCut || visited.isCut === true;
  const again = cursor === undefined ? [] : state.roots.slice(0, 1);
  const rest = [...again, ...found, ...others];
  const isOver = rest.length === 0;
  return {
    items: items.map((item) => ({
      ...item,
      versionKey: versionWith(commented, item.externalId, item.versionKey),
    })),
    skipped,
    deleted: [],
    syncCursor: undefined,
    nextCursor: isOver ? undefined : writeCursor({ roots: rest, cursor, isCut, commented }),
    proof: isOver ? (isCut ? 'NONE' : api.proof) : undefined,
    feeds: feedOf(commented),
  };
}
