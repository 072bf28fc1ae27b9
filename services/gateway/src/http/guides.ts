import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Express, RequestHandler } from 'express';
import express from 'express';
import { z } from 'zod';
import type { GatewayContext } from './context.ts';
import { limitAddress } from './limit-rate.ts';
import { openApiDocument } from './openapi.ts';
import type { Route } from './route.ts';

/** Serves the description of the API at `/openapi.json`; `/docs` leads to the reference, whose pages are built from it. */
export function serveDocs(app: Express, routes: readonly Route[], context: GatewayContext): void {
  // Built at the first request: it takes a sixth of a second, which would delay the start.
  let document: string | undefined;
  app.get('/openapi.json', async (request, response) => {
    response.locals['route'] = '/openapi.json';
    await limitAddress(request, response, context);
    document ??= JSON.stringify(openApiDocument(routes));
    response.type('application/json').send(document);
  });
  app.get('/docs', (_request, response) => {
    response.locals['route'] = '/docs';
    response.redirect('/guides/api/');
  });
}

/** Default folder of the built documentation, which `npm run docs-build` writes. */
const builtGuides = fileURLToPath(new URL('../../../../docs/site/dist/', import.meta.url));
const maxAgeMs = 60 * 60 * 1_000;

const hashes = z.array(z.string().regex(/^'sha256-[A-Za-z0-9+/=]+'$/));

/** Returns a Content-Security-Policy that allows the inline scripts whose hashes the build listed; without the list, none. */
async function contentSecurityPolicy(folder: string): Promise<string> {
  const listed = await readFile(join(folder, 'inline-scripts.json'), 'utf8').catch(() => '[]');
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes.parse(JSON.parse(listed))].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Page that is shown until the build has ended; it reloads itself until the requested page exists. */
const notBuilt = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="5">
<title>docfleet guides</title>
<style>body { font: 1rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1rem }</style>
</head>
<body>
<h1>The guides are not built yet</h1>
<p><code>npm start</code> and <code>npm run quickstart</code> build them in the background, within about a minute of the first start. This page reloads itself until they are there.</p>
<p>Otherwise <code>npm run docs-build</code> builds them. The description of the API is available now: <a href="/openapi.json">OpenAPI</a>.</p>
</body>
</html>
`;

/** Page of the site for an unknown path. */
const notFound =
  (folder: string): RequestHandler =>
  async (_request, response) => {
    const isMissing = !existsSync(join(folder, 'index.html'));
    const page = isMissing
      ? undefined
      : await readFile(join(folder, '404.html'), 'utf8').catch(() => undefined);
    response
      .status(404)
      .setHeader('Cache-Control', 'no-store')
      .type('html')
      .send(isMissing ? notBuilt : (page ?? '<!doctype html><title>Not found</title>There is no such page.'));
  };

/** Serves the documentation at `/guides`. Nothing of its folder is cached, because a build may create or replace it meanwhile. */
export function serveGuides(app: Express, folder: string = builtGuides): void {
  app.use('/guides', async (_request, response, next) => {
    response.locals['route'] = '/guides';
    response.setHeader('Content-Security-Policy', await contentSecurityPolicy(folder));
    next();
  });
  app.use('/guides', express.static(folder, { extensions: ['html'], maxAge: maxAgeMs }), notFound(folder));
}
