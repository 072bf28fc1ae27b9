import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Response of a site to a request. */
export interface WebResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** ETag of the page, compared with the validators of requests. */
  readonly etag?: string;
  readonly lastModified?: string;
  /** Writes the response instead: to hang, to trickle, to break off. */
  readonly send?: (response: ServerResponse) => void;
}

export type WebPage = WebResponse | ((address: URL) => WebResponse | undefined);

interface WebVisit {
  /** Path and query of the request. */
  readonly path: string;
  readonly status: number;
}

/** Web site on this machine that tests change while it is visited. */
export interface WebSite {
  readonly url: string;
  /** Pages by path; a path that ends in `*` is a prefix. Other paths are not found. */
  readonly pages: Map<string, WebPage>;
  readonly visits: WebVisit[];
  /** Minimum duration of each response in milliseconds. */
  delayMs: number;
  close(): Promise<void>;
}

interface PageText {
  readonly title: string;
  readonly text: string;
  readonly links?: readonly string[];
  /** Additional HTML in the head of the page. */
  readonly head?: string;
}

/** Returns an HTML page with the ETag of its content. */
export function webPage({ title, text, links = [], head = '' }: PageText): WebResponse {
  const anchors = links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('');
  const body = `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body><nav><ul>${anchors}</ul></nav><main><h1>${title}</h1><p>${text}</p></main></body></html>`;
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
  return { headers: { 'content-type': 'text/html; charset=utf-8' }, body, etag };
}

/** Returns an XML sitemap of these addresses, or an index of sitemaps. */
export function sitemapOf(
  addresses: readonly string[],
  kind: 'urlset' | 'sitemapindex' = 'urlset',
): WebResponse {
  const entry = kind === 'urlset' ? 'url' : 'sitemap';
  const entries = addresses.map((address) => `<${entry}><loc>${address}</loc></${entry}>`).join('\n');
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</${kind}>`;
  return { headers: { 'content-type': 'application/xml' }, body };
}

const notFound: WebResponse = { status: 404, body: 'There is no such page' };

function find(pages: WebSite['pages'], address: URL): WebResponse {
  const prefix = [...pages.keys()].find(
    (key) => key.endsWith('*') && address.pathname.startsWith(key.slice(0, -1)),
  );
  const page =
    pages.get(address.pathname + address.search) ?? pages.get(address.pathname) ?? pages.get(prefix ?? '');
  return (typeof page === 'function' ? page(address) : page) ?? notFound;
}

const isUnchanged = ({ etag, lastModified }: WebResponse, { headers }: IncomingMessage): boolean =>
  (etag !== undefined && headers['if-none-match'] === etag) ||
  (lastModified !== undefined && headers['if-modified-since'] === lastModified);

function answer(page: WebResponse, request: IncomingMessage, response: ServerResponse): number {
  const { status = 200, headers, body = '', etag, lastModified, send } = page;
  if (send) {
    send(response);
    return status;
  }
  const validators = { ...(etag && { etag }), ...(lastModified && { 'last-modified': lastModified }) };
  if (isUnchanged(page, request)) {
    response.writeHead(304, validators).end();
    return 304;
  }
  response.writeHead(status, { ...validators, ...headers }).end(body);
  return status;
}

/** Starts a site on a free port of 127.0.0.1. */
export async function startWebSite(pages: Readonly<Record<string, WebPage>> = {}): Promise<WebSite> {
  const visits: WebVisit[] = [];
  const site = { pages: new Map(Object.entries(pages)), visits, delayMs: 0 };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const page = find(site.pages, new URL(path, 'http://site'));
    const reply = () => visits.push({ path, status: answer(page, request, response) });
    if (site.delayMs > 0) setTimeout(reply, site.delayMs);
    else reply();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(site, {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
