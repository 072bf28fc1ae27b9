import { z } from 'zod';

// https://developers.notion.com/reference
const richText = z.array(z.object({ plain_text: z.string() }));
const property = z.looseObject({ type: z.string() });

const id = z.string().nullish();
const parent = z.object({ page_id: id, block_id: id, database_id: id, data_source_id: id }).nullish();
export type Parent = NonNullable<z.output<typeof parent>>;
/** Whatever lies in something else. */
export const placed = z.object({ parent });

export const page = z.object({
  object: z.literal('page'),
  id: z.string(),
  created_time: z.string().nullish(),
  last_edited_time: z.string(),
  in_trash: z.boolean().default(false),
  url: z.string().nullish(),
  parent,
  properties: z.record(z.string(), property).default({}),
});
export type Page = z.output<typeof page>;

/** Notion returns a cursor exactly where a list goes on. */
const continued = { next_cursor: z.string().nullable() };
/** Entries other than readable pages, of which only the id is used. */
const other = z.object({ object: z.string(), id: z.string() });

export const listing = z.object({
  ...continued,
  results: z.array(z.union([page, other])),
  request_status: z.object({ type: z.string() }).nullish(),
});
export type Listing = z.output<typeof listing>;

/** Values of one property of a page, each by the name of its type; of a property without a list, an object. */
export const propertyItems = z.object({
  ...continued,
  results: z.array(z.looseObject({ type: z.string() })),
  /** Description of the property; for a rollup, with the computed value. */
  property_item: z.looseObject({}).optional(),
});

export const blocks = z.object({
  ...continued,
  results: z.array(z.object({ id: z.string(), type: z.string(), has_children: z.boolean().optional() })),
});
export type Blocks = z.output<typeof blocks>;

export const database = z.object({ parent, data_sources: z.array(z.object({ id: z.string() })) });

export const pageMarkdown = z.object({
  markdown: z.string(),
  unknown_block_ids: z.array(z.string()).default([]),
});

export const comments = z.object({ ...continued, results: z.array(z.object({ rich_text: z.unknown() })) });

export const bot = z.object({
  id: z.string(),
  name: z.string().nullish(),
  bot: z.object({ workspace_id: z.string().nullish(), workspace_name: z.string().nullish() }).nullish(),
});

export const textOf = (value: unknown): string =>
  (richText.safeParse(value).data ?? []).map(({ plain_text }) => plain_text).join('');
