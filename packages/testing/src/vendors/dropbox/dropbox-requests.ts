import { z } from 'zod';
import type { StubRequest, StubResponse } from '../../stub-server.ts';

// https://github.com/dropbox/dropbox-api-spec: files.stone, common.stone
const target = z.string().regex(/^(?:\/[\s\S]*|id:.*|rev:[0-9a-f]{9,}|ns:[0-9]+(?:\/[\s\S]*)?)$/);
const folder = z.string().regex(/^(?:(?:\/[\s\S]*)?|id:.*|ns:[0-9]+(?:\/[\s\S]*)?)$/);
const flag = z.boolean().optional();

/** Schemas of the arguments by call; as Dropbox does, they refuse unknown fields. */
const argumentsOf = {
  '/2/users/get_current_account': z.null().optional(),
  '/2/files/list_folder': z.strictObject({
    path: folder,
    recursive: z.boolean().default(false),
    include_media_info: flag,
    include_deleted: flag,
    include_has_explicit_shared_members: flag,
    include_mounted_folders: z.boolean().default(true),
    limit: z.int().min(1).max(2_000).nullish(),
    include_non_downloadable_files: z.boolean().default(true),
  }),
  '/2/files/list_folder/continue': z.strictObject({ cursor: z.string().min(1) }),
  '/2/files/get_metadata': z.strictObject({
    path: target,
    include_media_info: flag,
    include_deleted: flag,
    include_has_explicit_shared_members: flag,
  }),
  '/2/files/download': z.strictObject({ path: target, rev: z.string().min(9).nullish() }),
  '/2/files/export': z.strictObject({ path: target, export_format: z.string().nullish() }),
} as const;
type Route = keyof typeof argumentsOf;
/** Argument of a call, with Dropbox's defaults for omitted fields. */
export type DropboxArgument<Name extends Route> = NonNullable<z.output<(typeof argumentsOf)[Name]>>;

const isRoute = (path: string): path is Route => path in argumentsOf;
const bad = ({ path }: StubRequest, problem: string): StubResponse => ({
  status: 400,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `Error in call to API function "${path.slice('/2/'.length)}": ${problem}`,
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the argument as it was sent: in a header of requests for content, which have no body, else in a JSON body. */
function sentArgument({ path, headers, body, json }: StubRequest): { sent: unknown } | { problem: string } {
  const type = headers['content-type'];
  if (/\/(download|export)$/.test(path)) {
    const sent = jsonOf(String(headers['dropbox-api-arg'] ?? ''));
    if (sent === undefined) return { problem: 'Must provide HTTP header "Dropbox-API-Arg".' };
    if (body !== '' || (type && !/^(text\/plain|application\/octet-stream)/.test(type)))
      return { problem: 'Bad HTTP "Content-Type" header' };
    return { sent };
  }
  if (body === '') return type ? { problem: 'could not decode input as JSON' } : { sent: undefined };
  if (!type?.startsWith('application/json')) return { problem: `Bad HTTP "Content-Type" header: "${type}".` };
  return json === undefined ? { problem: 'could not decode input as JSON' } : { sent: json };
}

/** Returns a request's argument, or the refusal of one that the description does not allow; undefined for a path that Dropbox does not have. */
export function readArgument(
  request: StubRequest,
): { readonly argument: unknown } | { readonly refused: StubResponse } | undefined {
  if (!isRoute(request.path)) return undefined;
  if (request.method !== 'POST')
    return { refused: bad(request, `Your request method is "${request.method}"`) };
  const read = sentArgument(request);
  if ('problem' in read) return { refused: bad(request, read.problem) };
  const accepted = argumentsOf[request.path].safeParse(read.sent);
  if (accepted.success) return { argument: accepted.data };
  const [issue] = accepted.error.issues;
  return { refused: bad(request, `request body: ${issue?.path.join('.')}: ${issue?.message}`) };
}

const pathRoot = z.union([
  z.strictObject({ '.tag': z.literal('home') }),
  z.strictObject({ '.tag': z.literal('root'), root: z.string().regex(/^[-_0-9a-zA-Z:]+$/) }),
  z.strictObject({ '.tag': z.literal('namespace_id'), namespace_id: z.string().regex(/^[-_0-9a-zA-Z:]+$/) }),
]);

/** Returns the root namespace of a request's paths, the named one or else the user's home, or the refusal of a namespace that does not exist. */
export function readPathRoot(
  request: StubRequest,
  rootInfo: { readonly root_namespace_id: string; readonly home_namespace_id: string },
): { readonly namespace: string } | { readonly refused: StubResponse } {
  const { root_namespace_id: root, home_namespace_id: home } = rootInfo;
  const header = request.headers['dropbox-api-path-root'];
  if (header === undefined) return { namespace: home };
  const read = pathRoot.safeParse(jsonOf(String(header)));
  if (!read.success) return { refused: bad(request, 'could not parse the "Dropbox-API-Path-Root" header') };
  const wanted = read.data;
  if (wanted['.tag'] === 'home') return { namespace: home };
  const namespace = wanted['.tag'] === 'root' ? wanted.root : wanted.namespace_id;
  if (wanted['.tag'] === 'root' ? namespace === root : [root, home].includes(namespace)) return { namespace };
  const tag = wanted['.tag'] === 'root' ? 'invalid_root' : 'no_permission';
  const error = { '.tag': tag, ...(tag === 'invalid_root' && { invalid_root: rootInfo }) };
  return { refused: { status: 422, body: { error_summary: `${tag}/..`, error } } };
}
