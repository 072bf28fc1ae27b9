import { z } from 'zod';

// https://developer.box.com/reference
const folderMini = z.object({ id: z.string(), name: z.string() });

export const item = z.object({
  type: z.string(),
  id: z.string(),
  name: z.string().default(''),
  size: z.number().nullish(),
  sha1: z.string().nullish(),
  etag: z.string().nullish(),
  modified_at: z.string().nullish(),
  content_modified_at: z.string().nullish(),
  path_collection: z.object({ entries: z.array(folderMini) }).nullish(),
  item_status: z.string().nullish(),
});
export type BoxItem = z.output<typeof item>;

export const folderItems = z.object({ entries: z.array(item), next_marker: z.string().nullish() });

export const events = z.object({
  chunk_size: z.number(),
  next_stream_position: z.union([z.string(), z.number()]).transform(String),
  entries: z.array(
    z.object({
      event_type: z.string(),
      // Logins and the like have sources of other kinds.
      source: z.union([item, z.unknown().transform(() => undefined)]),
    }),
  ),
});
export type BoxEvents = z.output<typeof events>;

export const user = z.object({ id: z.string(), name: z.string().nullish(), login: z.string().nullish() });
