import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { clientSchema } from '../../client-schema.ts';
import { defineConnector } from '../../define-connector.ts';
import type { Connector, ConnectorContext, FetchedItem, ItemVersion } from '../../provider.ts';
import { type NotionApi, openNotionApi } from './api.ts';
import { findPage } from './find.ts';
import { listWorkspace } from './list.ts';
import { maxRelated, propertyLines, relatedPages } from './properties.ts';
import { notionPush } from './push.ts';
import { textOf } from './replies.ts';
import { notionSetup } from './setup.ts';
import { notionOAuth, notionSignIns } from './sign-in.ts';
import { listSelection, titleOf } from './tree.ts';
import { wholeProperties } from './whole-properties.ts';

/** Each part is a request, at three a second. */
const maxParts = 200;

/** A page's Markdown, part by part: of a long one Notion returns the beginning, and the ids of blocks that it has left out. */
async function* partsOf(
  api: NotionApi,
  id: string,
  toMarkdown: (enhanced: string) => Promise<string>,
): AsyncGenerator<string> {
  const seen = new Set([id]);
  const pending: string[] = [];
  for (let part: string | undefined = id; part !== undefined; part = pending.shift()) {
    if (seen.size > maxParts)
      throw new AppError('ITEM_UNSUPPORTED', `Notion returns the page in more than ${maxParts} parts`);
    const { markdown, unknown_block_ids } = await readPart(api, part, id);
    yield await toMarkdown(markdown);
    const left = new Set(unknown_block_ids.filter((block) => !seen.has(block)));
    for (const block of left) seen.add(block);
    // Items left out of a part come before the next part.
    pending.unshift(...left);
  }
}

async function readPart(api: NotionApi, part: string, page: string) {
  try {
    return await api.markdown(part);
  } catch (error) {
    // Blocks that are not shared with the connection are not part of what it sees.
    const isHidden = part !== page && error instanceof AppError && error.code === 'ITEM_NOT_FOUND';
    if (isHidden) return { markdown: '', unknown_block_ids: [] };
    throw error;
  }
}

async function* documentOf(
  head: string,
  parts: AsyncIterable<string>,
  comments: string,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head);
  for await (const part of parts) if (part !== '') yield Buffer.from(`\n\n${part}`);
  if (comments !== '') yield Buffer.from(`\n\n${comments}`);
  yield Buffer.from('\n');
}

/** The titles of the first of these pages; empty for one that the connection does not see. */
async function titlesOf(api: NotionApi, ids: readonly string[]): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const id of [...new Set(ids)].slice(0, maxRelated)) {
    try {
      titles.set(id, titleOf(await api.page(id)));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'ITEM_NOT_FOUND') throw error;
      titles.set(id, '');
    }
  }
  return titles;
}

/** Returns the comments on the page as a whole, as a Markdown section; empty without any. */
async function commentsOf(api: NotionApi, id: string): Promise<string> {
  const texts: string[] = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const { results, next_cursor } = await api.comments(id, cursor);
    texts.push(...results.map(({ rich_text }) => textOf(rich_text).trim()).filter(Boolean));
    if (next_cursor !== null && next_cursor === cursor)
      throw new AppError('LISTING_ENDLESS', 'Notion repeats its comments instead of coming to an end');
    cursor = next_cursor ?? undefined;
  }
  return texts.length === 0 ? '' : `## Comments\n\n${texts.join('\n\n---\n\n')}`;
}

/** Reads comments until Notion refuses: an integration without the capability is not asked for each of its pages. */
function createCommentReader() {
  let mayRead = true;
  return async (api: NotionApi, id: string): Promise<string> => {
    if (!mayRead) return '';
    try {
      return await commentsOf(api, id);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'ITEM_FORBIDDEN') throw error;
      mayRead = false;
      return '';
    }
  };
}

interface Reading {
  readonly toMarkdown: (enhanced: string) => Promise<string>;
  readonly readComments: ReturnType<typeof createCommentReader>;
}

async function fetchPage(
  api: NotionApi,
  { externalId, versionKey }: ItemVersion,
  { toMarkdown, readComments }: Reading,
): Promise<FetchedItem> {
  const shown = await api.page(externalId);
  if (shown.in_trash) throw new AppError('ITEM_NOT_FOUND', "The page is in Notion's trash");
  const page = await wholeProperties(api, shown);
  const titles = await titlesOf(api, relatedPages(page));
  const head = [`# ${titleOf(page)}`, propertyLines(page, titles)].filter((part) => part !== '').join('\n\n');
  const comments = await readComments(api, externalId);
  return {
    body: documentOf(head, partsOf(api, externalId, toMarkdown), comments),
    mimeType: 'text/markdown',
    fileName: `${titleOf(page).replaceAll('/', '-')}.md`,
    versionKey,
  };
}

/** Opens the connector of the pages and databases that the user has selected, with their descendants: https://developers.notion.com/reference */
export function openNotion(context: ConnectorContext): Connector {
  const api = openNotionApi(context);
  const readComments = createCommentReader();
  return {
    list: (cursor, selection, signal) =>
      selection
        ? listSelection(api(signal), cursor, selection, Date.now())
        : listWorkspace(api(signal), cursor, Date.now()),
    find: (externalId, signal, covered) =>
      findPage(api(signal), externalId, { selection: covered?.selection, now: Date.now() }),
    fetch: (item, signal) =>
      fetchPage(api(signal), item, {
        toMarkdown: (enhanced) => context.markup.toMarkdown('notionMarkdown', enhanced, signal),
        readComments,
      }),
    async whoAmI(signal) {
      const { id, name, bot } = await api(signal).bot();
      return { accountId: bot?.workspace_id ?? id, name: bot?.workspace_name ?? name ?? null };
    },
  };
}

const notionClient = clientSchema.extend({
  authorizationUrl: z
    .url({ protocol: /^https?$/ })
    .meta({ title: 'Authorization URL' })
    .optional(),
});

export const notion = defineConnector({
  name: 'NOTION',
  label: 'Notion',
  open: openNotion,
  setup: notionSetup,
  consent: { oauth: notionOAuth, clientSchema: notionClient },
  signIns: notionSignIns,
  push: notionPush,
});
