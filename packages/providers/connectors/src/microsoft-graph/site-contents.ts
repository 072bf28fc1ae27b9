import { AppError } from '@docfleet/errors';
import type { z } from 'zod';
import type { ConnectorItem, FetchedItem, SkippedItem } from '../provider.ts';
import type { Collection } from './cursor.ts';
import type { GraphApi } from './graph-api.ts';
import { tableOf } from './list-table.ts';
import type { siteReplies } from './replies.ts';

type Part = z.output<typeof siteReplies.page>['parts'][number];

/** Form of the external ids of pages and lists: the kind, then the site, then the id of the page or list in it. */
const form = /^(page|list):(.+):([^:]+)$/;

/** The page or list that an external id names; undefined for a file. */
export function readSiteContentId(externalId: string) {
  const [, kind, site, id] = form.exec(externalId) ?? [];
  return site === undefined || id === undefined ? undefined : { kind, site, id };
}

/** Selected are all pages, or all lists, of a site: `pages:host,id,id`. */
export function collectionOf(selected: string): Collection | undefined {
  const [, kind, site] = /^(pages|lists):(.+)$/.exec(selected) ?? [];
  if (site === undefined) return undefined;
  return { kind: kind === 'pages' ? 'pages' : 'lists', site };
}

const itemOf = (
  externalId: string,
  { name, url, modifiedAt, versionKey }: Pick<ConnectorItem, 'name' | 'url' | 'modifiedAt' | 'versionKey'>,
): ConnectorItem => ({
  externalId,
  name,
  url,
  modifiedAt,
  versionKey,
  path: null,
  mimeType: 'text/markdown',
  sizeBytes: null,
  kind: 'page',
});

const pageItem = (site: string, page: z.output<typeof siteReplies.pages>['value'][number]) =>
  itemOf(`page:${site}:${page.id}`, {
    name: page.title || page.name,
    url: page.webUrl ?? null,
    modifiedAt: page.lastModifiedDateTime ?? null,
    versionKey: page.eTag ?? page.lastModifiedDateTime ?? '',
  });

const listItem = (site: string, list: z.output<typeof siteReplies.list>) =>
  itemOf(`list:${site}:${list.id}`, {
    name: list.displayName,
    url: list.webUrl ?? null,
    modifiedAt: list.lastModifiedDateTime ?? null,
    versionKey: list.lastModifiedDateTime ?? list.eTag ?? '',
  });

/** Tests whether a list is read as a table: libraries are read as drives, and hidden lists are SharePoint's own. */
const isTable = ({ list }: z.output<typeof siteReplies.list>) =>
  !list.hidden && !/library$/i.test(list.template ?? '');

interface Found {
  readonly items: ConnectorItem[];
  readonly skipped: SkippedItem[];
  readonly link: string | undefined;
}

/** A page of a site's pages, or of its lists. */
export async function readCollection(api: GraphApi, { kind, site, link }: Collection): Promise<Found> {
  if (kind === 'lists') {
    const page = await api.lists(site, link);
    const items = page.value.filter(isTable).map((list) => listItem(site, list));
    return { items, skipped: [], link: page['@odata.nextLink'] };
  }
  const page = await api.sitePages(site, link);
  // A page that was published once stays while its next version is written.
  const isPublished = ({ publishingState }: (typeof page.value)[number]) =>
    (publishingState?.level ?? 'published') === 'published' ||
    !/^0\./.test(publishingState?.versionId ?? '0.');
  return {
    items: page.value.filter(isPublished).map((one) => pageItem(site, one)),
    skipped: page.value
      .filter((one) => !isPublished(one))
      .map((one) => ({
        externalId: `page:${site}:${one.id}`,
        name: one.title || one.name,
        reason: 'The page is not published',
      })),
    link: page['@odata.nextLink'],
  };
}

export type SiteContentId = NonNullable<ReturnType<typeof readSiteContentId>>;

/** A page or list as it is; undefined when Graph says that it is gone. */
export async function findSiteContent(
  api: GraphApi,
  { kind, site, id }: SiteContentId,
): Promise<ConnectorItem | undefined> {
  try {
    if (kind === 'list') return listItem(site, await api.list(site, id));
    return pageItem(site, await api.sitePage(site, id));
  } catch (error) {
    if (error instanceof AppError && error.code === 'ITEM_NOT_FOUND') return undefined;
    throw error;
  }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Texts of its author are HTML; other web parts have the words that SharePoint's own search finds. */
const htmlOf = ({ innerHtml, title, texts, htmls }: Part): string =>
  innerHtml ??
  [title, ...texts]
    .filter((text) => text !== '')
    .map((text) => `<p>${escaped(text)}</p>`)
    .concat(htmls)
    .join('');

async function fetchPage(
  api: GraphApi,
  { site, id }: SiteContentId,
  toMarkdown: (html: string) => Promise<string>,
): Promise<FetchedItem> {
  const page = await api.sitePage(site, id);
  const title = page.title || page.name;
  const markdown = await toMarkdown(`<h1>${escaped(title)}</h1>${page.parts.map(htmlOf).join('')}`);
  async function* body() {
    yield Buffer.from(markdown);
  }
  const { versionKey } = pageItem(site, page);
  return {
    body: body(),
    mimeType: 'text/markdown',
    fileName: `${title.replaceAll('/', '-')}.md`,
    versionKey,
  };
}

/** The content of a page or list, as Markdown. */
export async function fetchSiteContent(
  api: GraphApi,
  content: SiteContentId,
  toMarkdown: (html: string) => Promise<string>,
): Promise<FetchedItem> {
  if (content.kind === 'page') return fetchPage(api, content, toMarkdown);
  const list = await api.list(content.site, content.id);
  const { name, versionKey } = listItem(content.site, list);
  return {
    body: tableOf(api, { ...content, name }),
    mimeType: 'text/markdown',
    fileName: `${name.replaceAll('/', '-')}.md`,
    versionKey,
  };
}
