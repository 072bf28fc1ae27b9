import type { z } from 'zod';
import type { Answer } from '../../exchange.ts';
import type { ConnectorContext } from '../../provider.ts';
import { createVendorClient } from '../../vendor-client.ts';
import { type BoxEvents, type BoxItem, events, folderItems, item, user } from './replies.ts';
import { boxVendor } from './vendor.ts';

export interface BoxApi {
  children(folderId: string, marker: string | null): Promise<z.output<typeof folderItems>>;
  file(id: string): Promise<BoxItem>;
  folder(id: string): Promise<BoxItem>;
  /** `now` for the position after everything that has happened. */
  events(position: string): Promise<BoxEvents>;
  content(fileId: string): Promise<Answer>;
  user(): Promise<z.output<typeof user>>;
}

const publicUrl = 'https://api.box.com/2.0';
const fields = 'type,id,etag,name,size,sha1,modified_at,content_modified_at,path_collection,item_status';

/**
 * Opens the API for one connection. Called without the SDK: that retries by itself, does so after a refused token too, and returns nothing
 * back for a file that is not ready.
 */
export function openBoxApi(context: ConnectorContext): (signal: AbortSignal) => BoxApi {
  const client = createVendorClient(boxVendor, context);
  const base = context.endpoints['api'] ?? publicUrl;
  const at = (path: string, query: Record<string, string> = {}) => {
    const search = new URLSearchParams(query).toString();
    return `${base}/${path}${search && `?${search}`}`;
  };
  return (signal) => {
    const read = <Schema extends z.ZodType>(url: string, reply: Schema) =>
      client.json(url, {}, reply, signal);
    return {
      children: (id, marker) =>
        read(
          at(`folders/${encodeURIComponent(id.toWellFormed())}/items`, {
            usemarker: 'true',
            limit: '1000',
            fields,
            ...(marker !== null && { marker }),
          }),
          folderItems,
        ),
      file: (id) => read(at(`files/${encodeURIComponent(id.toWellFormed())}`, { fields }), item),
      folder: (id) => read(at(`folders/${encodeURIComponent(id.toWellFormed())}`, { fields }), item),
      events: (position) =>
        read(at('events', { stream_type: 'changes', stream_position: position, limit: '500' }), events),
      content: (id) =>
        client.download(at(`files/${encodeURIComponent(id.toWellFormed())}/content`), {}, signal),
      user: () => read(at('users/me'), user),
    };
  };
}
