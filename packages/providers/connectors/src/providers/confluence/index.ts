import { AppError } from '@docfleet/errors';
import { plainClientSchema } from '../../client-schema.ts';
import { defineConnector } from '../../define-connector.ts';
import {
  type Connector,
  type ConnectorContext,
  type FetchedItem,
  type ItemVersion,
  noFeeds,
} from '../../provider.ts';
import { type ConfluenceApi, type ContentKind, openCloudApi } from './api.ts';
import { lacksScope } from './comments.ts';
import { openDataCenterApi } from './data-center.ts';
import { chooseSpaces, findContent } from './find.ts';
import { listContents, readExternalId } from './list.ts';
import { allOf } from './lists.ts';
import { createNaming } from './people.ts';
import { confluenceSetup } from './setup.ts';
import { confluenceOAuth, confluenceSignIns, dataCenterSettings } from './sign-in.ts';

/** Converts a page's or comment's storage format. */
type ToMarkdown = (storage: string) => Promise<string>;

const section = (title: string, parts: readonly string[], separator: string) =>
  parts.length === 0 ? '' : [`## ${title}`, parts.join(separator)].join('\n\n');

async function attachmentLines(api: ConfluenceApi, kind: ContentKind, id: string): Promise<string> {
  const found = await allOf((cursor) => api.attachments(kind, id, cursor));
  const lines = found.map(({ title, mediaType }) => `- ${title}${mediaType ? ` (${mediaType})` : ''}`);
  return section('Attachments', lines, '\n');
}

async function commentsOf(
  api: ConfluenceApi,
  kind: ContentKind,
  id: string,
  toMarkdown: ToMarkdown,
): Promise<string> {
  try {
    const texts = await Promise.all((await api.comments(kind, id)).map(toMarkdown));
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
  { externalId, versionKey }: ItemVersion,
  toMarkdown: ToMarkdown,
): Promise<FetchedItem> {
  const { kind, id } = readExternalId(externalId);
  const page = await api.content(kind, id);
  if (page.status !== 'current')
    throw new AppError('ITEM_NOT_FOUND', `The page is ${page.status} at Confluence`);
  const version = String(page.version.number);
  const attached = await attachmentLines(api, kind, id);
  const comments = await commentsOf(api, kind, id, toMarkdown);
  const content = await toMarkdown(page.body?.storage?.value ?? '');
  return {
    body: documentOf([`# ${page.title}`, content, attached, comments]),
    mimeType: 'text/markdown',
    fileName: `${page.title.replaceAll('/', '-')}.md`,
    // The version that was listed, with comments since then, unless the page itself has changed.
    versionKey: versionKey.split(' ', 1)[0] === version ? versionKey : version,
  };
}

/** Opens the connector of spaces, of pages with all below them, or of a site's pages and blog posts: https://developer.atlassian.com/cloud/confluence/rest/v2 */
export function openConfluence(context: ConnectorContext): Connector {
  const server = dataCenterSettings.parse(context.settings);
  const api = server == null ? openCloudApi(context) : openDataCenterApi(server.baseUrl, context);
  const withNames = createNaming();
  return {
    list: (cursor, selection, signal, feeds = noFeeds) =>
      listContents(api(signal), cursor, { selection, feeds }),
    find: (externalId, signal, covered) => findContent(api(signal), externalId, covered?.selection),
    fetch: (item, signal) =>
      fetchContent(api(signal), item, async (storage) =>
        context.markup.toMarkdown('confluenceStorage', await withNames(api(signal), storage), signal),
      ),
    choices: (signal) => chooseSpaces(api(signal)),
    async whoAmI(signal) {
      const { id, name } = await api(signal).site();
      return { accountId: id, name };
    },
  };
}

export const confluence = defineConnector({
  name: 'CONFLUENCE',
  label: 'Confluence',
  open: openConfluence,
  setup: confluenceSetup,
  consent: { oauth: confluenceOAuth, clientSchema: plainClientSchema },
  signIns: confluenceSignIns,
  // https://developer.atlassian.com/cloud/confluence/rate-limiting: points of an app and a site.
  countsByApplication: true,
});
