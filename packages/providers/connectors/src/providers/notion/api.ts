import { Client, LogLevel } from '@notionhq/client';
import { z } from 'zod';
import type { Vendor } from '../../exchange.ts';
import type { ConnectorContext } from '../../provider.ts';
import { accept, createVendorClient } from '../../vendor-client.ts';
import type { RowsPosition } from './properties.ts';
import {
  type Blocks,
  blocks,
  bot,
  comments,
  database,
  type Listing,
  listing,
  page,
  pageMarkdown,
  placed,
  propertyItems,
} from './replies.ts';

const refusalBody = z.object({ code: z.string().optional(), message: z.string() });

/** A view of a database that lies elsewhere stands among the blocks as a database of its own, of which Notion hands out nothing. */
const nothingToRead = /is a linked database|does not contain any data sources/;

/** Notion's pace and refusals: https://developers.notion.com/reference/status-codes and /request-limits */
export const notionVendor: Vendor = {
  name: 'Notion',
  requestsPerSecond: 3,
  // The first version with the Markdown of pages.
  headers: { 'notion-version': '2026-03-11' },
  readRefusal({ json, text }) {
    const body = refusalBody.safeParse(json).data;
    const message = body?.message ?? '';
    if (body?.code === 'validation_error' && nothingToRead.test(message))
      return { subject: 'missing', reason: message };
    const isCursor = body?.code === 'validation_error' && /start_cursor/.test(message);
    return { subject: isCursor ? 'cursor' : undefined, reason: body?.message ?? text };
  },
};

type Cursor = string | null;

export interface NotionApi {
  /** The most recently edited first. */
  search(object: 'page' | 'data_source', cursor: Cursor): Promise<Listing>;
  /** Returns a page of rows in the order of their creation. */
  rows(sourceId: string, position: RowsPosition): Promise<Listing>;
  children(blockId: string, cursor: Cursor): Promise<Blocks>;
  page(id: string): Promise<z.output<typeof page>>;
  /** The values of a property, of which the page itself shows the first 25. */
  property(pageId: string, id: string, cursor: Cursor): Promise<z.output<typeof propertyItems>>;
  database(id: string): Promise<z.output<typeof database>>;
  /** A block, as far as it lies in something. */
  block(id: string): Promise<z.output<typeof placed>>;
  markdown(id: string): Promise<z.output<typeof pageMarkdown>>;
  /** Returns a page of the open comments on the page as a whole, oldest first. */
  comments(pageId: string, cursor: Cursor): Promise<z.output<typeof comments>>;
  bot(): Promise<z.output<typeof bot>>;
}

const publicUrl = 'https://api.notion.com';
const onPage = (cursor: Cursor) => ({ page_size: 100, ...(cursor !== null && { start_cursor: cursor }) });

/** Returns the query of a data source for a page of rows, in the order of their creation. */
const queryOf = ({ cursor, createdSince }: RowsPosition) => ({
  sorts: [{ timestamp: 'created_time' as const, direction: 'ascending' as const }],
  ...(createdSince !== null && {
    filter: { timestamp: 'created_time' as const, created_time: { on_or_after: createdSince } },
  }),
  ...onPage(cursor),
});

/** Opens the API for one connection, through the vendor's SDK. */
export function openNotionApi(context: ConnectorContext): (signal: AbortSignal) => NotionApi {
  const client = createVendorClient(notionVendor, context);
  return (signal) => {
    const sdk = new Client({
      baseUrl: context.endpoints['api'] ?? publicUrl,
      fetch: client.sdkFetch(signal),
      retry: false,
      logLevel: LogLevel.ERROR,
      logger: () => undefined,
    });
    const read = async <Schema extends z.ZodType>(answer: Promise<unknown>, reply: Schema) =>
      accept(await answer, reply, notionVendor.name);
    return {
      search: (value, cursor) =>
        read(
          sdk.search({
            filter: { property: 'object', value },
            sort: { timestamp: 'last_edited_time', direction: 'descending' },
            ...onPage(cursor),
          }),
          listing,
        ),
      rows: (id, position) =>
        read(sdk.dataSources.query({ data_source_id: id, ...queryOf(position) }), listing),
      children: (id, cursor) => read(sdk.blocks.children.list({ block_id: id, ...onPage(cursor) }), blocks),
      page: (id) => read(sdk.pages.retrieve({ page_id: id }), page),
      property: (page_id, property_id, cursor) =>
        read(sdk.pages.properties.retrieve({ page_id, property_id, ...onPage(cursor) }), propertyItems),
      database: (id) => read(sdk.databases.retrieve({ database_id: id }), database),
      block: (id) => read(sdk.blocks.retrieve({ block_id: id }), placed),
      markdown: (id) => read(sdk.pages.retrieveMarkdown({ page_id: id }), pageMarkdown),
      comments: (id, cursor) => read(sdk.comments.list({ block_id: id, ...onPage(cursor) }), comments),
      bot: () => read(sdk.users.me({}), bot),
    };
  };
}
