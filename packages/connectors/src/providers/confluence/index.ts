import type { Connector, ConnectorContext, FetchedItem, ItemVersion } from '../../provider.ts';
import { type ConfluenceApi, openConfluenceApi } from './api.ts';
import { storageToMarkdown } from './storage-markdown.ts';
import { listSite, listTrees } from './walk.ts';

async function* documentOf(parts: readonly string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${parts.filter((part) => part !== '').join('\n\n')}\n`);
}

async function attachmentLines(api: ConfluenceApi, id: string): Promise<string> {
  const { results } = await api.attachments(id);
  if (results.length === 0) return '';
  const lines = results.map(({ title, mediaType }) => `- ${title}${mediaType ? ` (${mediaType})` : ''}`);
  return ['## Attachments', lines.join('\n')].join('\n\n');
}

async function fetchPage(api: ConfluenceApi, { externalId }: ItemVersion): Promise<FetchedItem> {
  const page = await api.page(externalId);
  const attached = await attachmentLines(api, externalId);
  const content = storageToMarkdown(page.body?.storage?.value ?? '');
  return {
    body: documentOf([`# ${page.title}`, content, attached]),
    mimeType: 'text/markdown',
    fileName: `${page.title.replaceAll('/', '-')}.md`,
    versionKey: String(page.version.number),
  };
}

/** https://developer.atlassian.com/cloud/confluence/rest/v2: pages by their ids with all below them, or a site's. */
export function openConfluence(context: ConnectorContext): Connector {
  const api = openConfluenceApi(context);
  return {
    list: (cursor, selection, signal) =>
      selection ? listTrees(api(signal), cursor, selection) : listSite(api(signal), cursor),
    fetch: (item, signal) => fetchPage(api(signal), item),
    async whoAmI(signal) {
      const { id, name } = await api(signal).site();
      return { accountId: id, name };
    },
  };
}
