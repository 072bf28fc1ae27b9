import { z } from 'zod';
import type { StubRequest, StubResponse } from '../../stub-server.ts';

// https://developers.notion.com/reference
const cursor = z.uuid();
const size = z.coerce.number().int().min(1).max(100).default(100);
const inBody = { page_size: z.int().min(1).max(100).default(100), start_cursor: cursor.optional() };
const inQuery = { page_size: size, start_cursor: cursor.optional() };
const direction = z.enum(['ascending', 'descending']);
const none = z.strictObject({});

const search = z.strictObject({
  query: z.string().optional(),
  filter: z
    .strictObject({ property: z.literal('object'), value: z.enum(['page', 'data_source']) })
    .optional(),
  sort: z.strictObject({ timestamp: z.literal('last_edited_time'), direction }).optional(),
  ...inBody,
});
const rows = z.strictObject({
  sorts: z
    .array(z.strictObject({ timestamp: z.enum(['created_time', 'last_edited_time']), direction }))
    .default([]),
  filter: z
    .strictObject({
      timestamp: z.literal('created_time'),
      created_time: z.strictObject({ on_or_after: z.iso.datetime() }),
    })
    .optional(),
  ...inBody,
});

interface Call {
  readonly method: string;
  /** Whether what stands before the last part is the id of something. */
  readonly hasId: boolean;
  readonly query: z.ZodType;
  readonly body?: z.ZodType;
}
const get = { method: 'GET', hasId: true, query: none };

/** Calls by kind and part of the path: `pages/markdown` is `/v1/pages/<id>/markdown`. */
const calls: Readonly<Record<string, Call>> = {
  search: { method: 'POST', hasId: false, query: none, body: search },
  users: { method: 'GET', hasId: false, query: none },
  pages: { ...get, query: z.strictObject({ filter_properties: z.string().optional() }) },
  'pages/markdown': { ...get, query: z.strictObject({ include_transcript: z.string().optional() }) },
  'pages/properties': { ...get, query: z.strictObject(inQuery) },
  blocks: get,
  'blocks/children': { ...get, query: z.strictObject(inQuery) },
  comments: { method: 'GET', hasId: false, query: z.strictObject({ block_id: z.uuid(), ...inQuery }) },
  'data_sources/query': {
    method: 'POST',
    hasId: true,
    query: z.strictObject({ filter_properties: z.string().optional() }),
    body: rows,
  },
  databases: get,
};
export type NotionSearch = z.output<typeof search>;
export type NotionQuery = z.output<typeof rows>;

const refused = (code: string, message: string): StubResponse => ({
  status: 400,
  body: { object: 'error', status: 400, code, message, request_id: '0' },
});
const sentence = (place: string, { issues: [issue] }: z.ZodError) =>
  `${place} failed validation: ${place}.${issue?.path.join('.')} ${issue?.message}`;

interface NotionCall {
  readonly name: string;
  readonly id: string;
  /** Last part of the path: the member that is requested of the object. */
  readonly member: string;
  readonly argument: unknown;
}

/** Returns the call of a request, or Notion's refusal of an unknown argument; undefined for a path that Notion does not have. */
export function readNotionCall(
  request: StubRequest,
): NotionCall | { readonly refused: StubResponse } | undefined {
  const [, version, kind = '', id = '', part = '', member = ''] = request.path.split('/');
  const name = part === '' ? kind : `${kind}/${part}`;
  const call = calls[name];
  if (version !== 'v1' || !call) return undefined;
  if (call.method !== request.method || (kind === 'users' && id !== 'me'))
    return { refused: refused('invalid_request_url', 'Invalid request URL.') };
  if (call.hasId && !z.uuid().safeParse(id).success)
    return { refused: refused('validation_error', `path failed validation: path.id should be a valid uuid`) };
  const query = call.query.safeParse(Object.fromEntries(request.query));
  if (!query.success) return { refused: refused('validation_error', sentence('query', query.error)) };
  if (!call.body) return { name, id, member: decodeURIComponent(member), argument: query.data };
  if (!String(request.headers['content-type']).startsWith('application/json'))
    return { refused: refused('invalid_json', 'Error parsing JSON body.') };
  const body = call.body.safeParse(request.json ?? {});
  if (!body.success) return { refused: refused('validation_error', sentence('body', body.error)) };
  return { name, id, member, argument: body.data };
}
