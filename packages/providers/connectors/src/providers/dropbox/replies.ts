import { z } from 'zod';

// https://github.com/dropbox/dropbox-api-spec: files.stone, users.stone
const text = z.string().nullish();

export const entry = z.discriminatedUnion('.tag', [
  z.object({
    '.tag': z.literal('file'),
    id: z.string(),
    name: z.string(),
    path_lower: text,
    path_display: text,
    server_modified: z.string(),
    rev: z.string(),
    size: z.number(),
    is_downloadable: z.boolean().default(true),
    export_info: z.object({ export_as: text, export_options: z.array(z.string()).nullish() }).nullish(),
    symlink_info: z.object({}).nullish(),
  }),
  z.object({ '.tag': z.literal('folder'), path_lower: text, path_display: text }),
  z.object({ '.tag': z.literal('deleted'), path_lower: text, path_display: text }),
]);
export type Entry = z.output<typeof entry>;
export type FileEntry = Extract<Entry, { '.tag': 'file' }>;

export const folderListing = z.object({
  entries: z.array(entry),
  cursor: z.string(),
  has_more: z.boolean(),
});
export type FolderListing = z.output<typeof folderListing>;

export const account = z.object({
  account_id: z.string(),
  name: z.object({ display_name: z.string() }),
  root_info: z.object({ root_namespace_id: z.string(), home_namespace_id: z.string() }),
});

const size = z.number().nullish();
export const downloadResult = z.object({ name: z.string(), rev: z.string(), size });
export const exportResult = z.object({
  export_metadata: z.object({ name: z.string(), size }),
  file_metadata: z.object({ rev: z.string() }),
});
