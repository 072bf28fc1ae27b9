import { z } from 'zod';
import type { Vendor } from '../../exchange.ts';

const refusalBody = z.object({
  message: z.string().optional(),
  errors: z.array(z.object({ title: z.string().nullish(), detail: z.string().nullish() })).optional(),
});

/** Atlassian's pace and refusals: https://developer.atlassian.com/cloud/confluence/rate-limiting */
export const confluenceVendor: Vendor = {
  name: 'Confluence',
  // Atlassian counts points of an app and publishes no rate; it answers 429 to what is too much.
  requestsPerSecond: 10,
  readRefusal({ json, text }) {
    const body = refusalBody.safeParse(json).data;
    const [error] = body?.errors ?? [];
    const reason = body?.message ?? error?.detail ?? error?.title ?? text;
    // A scope that is missing is refused with the same status as a token that has expired.
    return { subject: /scope does not match/.test(reason) ? 'scope' : undefined, reason };
  },
};

// https://developer.atlassian.com/cloud/confluence/rest/v2
export const sites = z.array(
  z.object({ id: z.string(), name: z.string(), scopes: z.array(z.string()).default([]) }),
);

const id = z.union([z.string(), z.number()]).transform(String);
/** `next` lacks the part of the address that names the site: only its cursor is of use. */
const links = z.object({ next: z.string().nullish(), base: z.string().nullish() }).default({});

const page = z.object({
  id,
  status: z.string().default('current'),
  title: z.string(),
  spaceId: id.nullish(),
  version: z.object({ number: z.number(), createdAt: z.string().nullish() }),
  body: z.object({ storage: z.object({ value: z.string() }).nullish() }).nullish(),
  _links: z.object({ webui: z.string().nullish(), base: z.string().nullish() }).default({}),
});
export const singlePage = page;
export type ConfluencePage = z.output<typeof page>;

export const pageList = z.object({ results: z.array(page), _links: links });
export const descendants = z.object({
  results: z.array(
    z.object({ id, title: z.string().default(''), type: z.string(), depth: z.number().default(1) }),
  ),
  _links: links,
});
export const ancestors = z.object({ results: z.array(z.object({ id })) });
/** People by their accounts, under the names that they show. */
export const people = z.object({
  results: z.array(
    z.object({
      accountId: z.string().nullish(),
      displayName: z.string().nullish(),
      publicName: z.string().nullish(),
    }),
  ),
});

export const attachments = z.object({
  results: z.array(z.object({ title: z.string(), mediaType: z.string().nullish() })),
  _links: links,
});

export const comments = z.object({
  results: z.array(
    z.object({ id, body: z.object({ storage: z.object({ value: z.string() }).nullish() }).nullish() }),
  ),
  _links: links,
});
export const recentComments = z.object({
  results: z.array(
    z.object({
      pageId: id.nullish(),
      blogPostId: id.nullish(),
      version: z.object({ createdAt: z.string() }),
    }),
  ),
  _links: links,
});
export const spaces = z.object({ results: z.array(z.object({ id })) });
export const spaceList = z.object({
  results: z.array(z.object({ key: z.string(), name: z.string().nullish() })),
  _links: links,
});
