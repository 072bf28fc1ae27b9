import { AppError } from '@docfleet/errors';
import type { Connector, ConnectorContext, ConnectorItem, FetchedItem, ItemVersion } from '../../provider.ts';
import { type ConfluenceApi, type ContentKind, openCloudApi } from './api.ts';
import { openDataCenterApi } from './data-center.ts';
import { itemOf, listContents, readExternalId } from './list.ts';
import { nextOf } from './replies.ts';
import { dataCenterSettings } from './sign-in.ts';

/** Converts a page's or comment's storage format. */
type ToMarkdown = (storage: string) => Promise<string>;
type Links = Parameters<typeof nextOf>[0];

/** All pages of a list, one after the other. */
async function allOf<Entry>(
  read: (cursor: string | undefined) => Promise<Links & { readonly results: readonly Entry[] }>,
): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let cursor: string | undefined; ; ) {
    const list = await read(cursor);
    all.push(...list.results);
    const next = nextOf(list);
    if (next === undefined) return all;
    if (next === cursor)
      throw new AppError('LISTING_ENDLESS', 'Confluence repeats its pages instead of coming to an end');
    cursor = next;
  }
}

const section = (title: string, parts: readonly string[], separator: string) =>
  parts.length === 0 ? '' : [`## ${title}`, parts.join(separator)].join('\n\n');

async function attachmentLines(api: ConfluenceApi, kind: ContentKind, id: string): Promise<string> {
  const found = await allOf((cursor) => api.attachments(kind, id, cursor));
  const lines = found.map(({ title, mediaType }) => `- ${title}${mediaType ? ` (${mediaType})` : ''}`);
  return section('Attachments', lines, '\n');
}

/** A connection that was authorized before comments were read lacks their permission: its pages come without. */
const lacksScope = (error: unknown) =>
  error instanceof AppError && error.code === 'CONNECTION_UNAUTHORIZED' && /permission/.test(error.message);

async function commentsOf(
  api: ConfluenceApi,
  kind: ContentKind,
  id: string,
  toMarkdown: ToMarkdown,
): Promise<string> {
  try {
    const found = await allOf((cursor) => api.comments(kind, id, cursor));
    const texts = await Promise.all(found.map(({ body }) => toMarkdown(body?.storage?.value ?? '')));
    return section('Comments', texts.filter(Boolean), '\n\n---\n\n');
  } catch (error) {
    if (lacksScope(error)) return '';
    throw error;
  }
}

async function* documentOf(parts: readonly string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${parts.filter((part) => part !== '').join('\n\n')}\n`);
}

async function fetchContent(
  api: ConfluenceApi,
  { externalId }: ItemVersion,
  toMarkdown: ToMarkdown,
): Promise<FetchedItem> {
  const { kind, id } = readExternalId(externalId);
  const page = await api.content(kind, id);
  if (page.status !== 'current')
    throw new AppError('ITEM_NOT_FOUND', `The page is ${page.status} at Confluence`);
  const attached = await attachmentLines(api, kind, id);
  const comments = await commentsOf(api, kind, id, toMarkdown);
  const content = await toMarkdown(page.body?.storage?.value ?? '');
  return {
    body: documentOf([`# ${page.title}`, content, attached, comments]),
    mimeType: 'text/markdown',
    fileName: `${page.title.replaceAll('/', '-')}.md`,
    versionKey: String(page.version.number),
  };
}

/** A page as it is; undefined when Confluence says that it is gone, archived or in the trash. */
async function findContent(api: ConfluenceApi, externalId: string): Promise<ConnectorItem | undefined> {
  const { kind, id } = readExternalId(externalId);
  try {
    const page = await api.content(kind, id);
    return page.status === 'current' ? itemOf(kind, page, page._links.base) : undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'ITEM_NOT_FOUND') return undefined;
    throw error;
  }
}

/** https://developer.atlassian.com/cloud/confluence/rest/v2: pages by their ids with all below them, spaces, or a site's pages and blog posts. */
export function openConfluence(context: ConnectorContext): Connector {
  const server = dataCenterSettings.parse(context.settings);
  const api = server == null ? openCloudApi(context) : openDataCenterApi(server.baseUrl, context);
  return {
    list: (cursor, selection, signal) => listContents(api(signal), cursor, selection),
    find: (externalId, signal) => findContent(api(signal), externalId),
    fetch: (item, signal) =>
      fetchContent(api(signal), item, (storage) =>
        context.markup.toMarkdown('confluenceStorage', storage, signal),
      ),
    async whoAmI(signal) {
      const { id, name } = await api(signal).site();
      return { accountId: id, name };
    },
  };
}
