import { z } from 'zod';
import type { StubRequest } from '../../stub-server.ts';

// https://developer.atlassian.com/cloud/confluence/rest/v2
const listOf = (known: readonly string[]) =>
  z
    .string()
    .transform((text) => text.split(','))
    .refine((values) => values.every((value) => known.includes(value)));
const numbers = z
  .string()
  .regex(/^\d+(?:,\d+)*$/)
  .transform((text) => text.split(','))
  .refine((ids) => ids.length <= 250);
const number = (least: number, most: number, usual: number) =>
  z.coerce.number().int().min(least).max(most).default(usual);

const paging = { cursor: z.string().optional(), limit: number(1, 250, 25) };
const bodyFormat = z.enum(['storage', 'atlas_doc_format']).optional();
const pageStatus = listOf(['current', 'archived', 'deleted', 'trashed']).default(['current', 'archived']);
const blogStatus = listOf(['current', 'deleted', 'trashed']).default(['current']);
const anyStatus = listOf(['current', 'archived', 'trashed', 'deleted', 'historical', 'draft']).default([
  'current',
]);
const dates = z.enum(['created-date', '-created-date', 'modified-date', '-modified-date']).optional();
const contents = {
  id: numbers.optional(),
  'space-id': numbers.optional(),
  'body-format': bodyFormat,
  ...paging,
};
const one = z.strictObject({
  'body-format': bodyFormat,
  status: anyStatus,
  'get-draft': z.string().optional(),
});
const comments = { 'body-format': bodyFormat, sort: dates, ...paging };
const below = {
  attachments: z.strictObject({ status: listOf(['current', 'archived', 'trashed']).optional(), ...paging }),
  'footer-comments': z.strictObject({ status: anyStatus, ...comments }),
  'inline-comments': z.strictObject({ status: anyStatus, ...comments }),
};

/** Schemas of the query parameters by path, with `*` in place of ids. */
const parametersOf: Readonly<Record<string, z.ZodObject>> = {
  pages: z.strictObject({ status: pageStatus, ...contents }),
  'pages/*': one,
  ...Object.fromEntries(
    ['pages', 'folders', 'whiteboards', 'databases', 'embeds'].map((kind) => [
      `${kind}/*/descendants`,
      z.strictObject({ depth: number(1, 10, 2), ...paging }),
    ]),
  ),
  'pages/*/ancestors': z.strictObject({ limit: number(1, 250, 25) }),
  blogposts: z.strictObject({ status: blogStatus, ...contents }),
  'blogposts/*': one,
  ...Object.fromEntries(
    Object.entries(below).flatMap(([part, schema]) => [
      [`pages/*/${part}`, schema],
      [`blogposts/*/${part}`, schema],
    ]),
  ),
  spaces: z.strictObject({
    keys: z.string().optional(),
    ids: numbers.optional(),
    status: listOf(['current', 'archived']).default(['current', 'archived']),
    ...paging,
  }),
  'spaces/*/pages': z.strictObject({
    status: pageStatus,
    depth: z.enum(['all', 'root']).optional(),
    'body-format': bodyFormat,
    ...paging,
  }),
  'spaces/*/blogposts': z.strictObject({ status: blogStatus, 'body-format': bodyFormat, ...paging }),
  'footer-comments': z.strictObject(comments),
  'inline-comments': z.strictObject(comments),
  'footer-comments/*/children': z.strictObject(comments),
  'inline-comments/*/children': z.strictObject(comments),
};

const known = z.looseObject({
  limit: z.number().default(250),
  depth: z.number().or(z.string()).optional(),
  status: z.array(z.string()).default(['current']),
  id: z.array(z.string()).optional(),
  keys: z.string().optional(),
  cursor: z.string().optional(),
  sort: z.string().optional(),
  'body-format': z.string().optional(),
});

export interface ConfluenceCall {
  /** Path with `*` in place of an id. */
  readonly path: string;
  readonly id: string;
  readonly parameters: z.output<typeof known>;
}

/** Returns the call of a request; a string: the reason why Confluence refuses it; undefined: a path that Confluence does not have. */
export function readConfluenceCall(request: StubRequest, base: string): ConfluenceCall | string | undefined {
  const [kind = '', id, part] = request.path.slice(base.length).split('/');
  const path = [kind, ...(id === undefined ? [] : ['*']), ...(part === undefined ? [] : [part])].join('/');
  const parameters = parametersOf[path];
  if (!parameters || request.method !== 'GET') return undefined;
  if (id !== undefined && !/^\d{1,18}$/.test(id))
    return `Provided value {${id}} for 'id' is not the correct type. Expected type is long`;
  const accepted = parameters.safeParse(Object.fromEntries(request.query));
  if (!accepted.success)
    return accepted.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  return { path, id: id ?? '', parameters: known.parse(accepted.data) };
}
