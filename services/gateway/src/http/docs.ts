import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Express } from 'express';
import type { GatewayContext } from './context.ts';
import { limitAddress } from './limit-rate.ts';
import { openApiDocument } from './openapi.ts';
import { ownSources } from './origin.ts';
import type { Route } from './route.ts';

/**
 * Content-Security-Policy of the page: Swagger UI styles its parts inline. Scripts are those of this page alone, because other paths of
 * this origin serve what customers upload.
 */
const contentSecurityPolicy = (own: string) =>
  [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own} 'unsafe-inline'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Crect width="32" height="32" rx="8" fill="%233d5afe"/%3E%3Cpath d="M9 10.5h14M9 16h14M9 21.5h8" stroke="%23fff" stroke-width="3" stroke-linecap="round"/%3E%3C/svg%3E'.replaceAll(
    '"',
    "'",
  );

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>docfleet API</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const starter = `const dark = matchMedia('(prefers-color-scheme: dark)');
const showScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', showScheme);
showScheme();
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

const require = createRequire(import.meta.url);
const assets = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** Serves `/openapi.json` and a page at `/docs` to try it out, all from this host. */
export function serveDocs(app: Express, routes: readonly Route[], context: GatewayContext): void {
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  // Built at the first request: it takes a sixth of a second, which would delay the start.
  let document: string | undefined;

  app.use(['/docs', '/openapi.json'], async (request, response, next) => {
    await limitAddress(request, response, context);
    next();
  });
  app.get('/openapi.json', (_request, response) => {
    response.locals['route'] = '/openapi.json';
    document ??= JSON.stringify(openApiDocument(routes));
    response.type('application/json').send(document);
  });
  app.use('/docs', (request, response, next) => {
    response.locals['route'] = '/docs';
    const own = ownSources(request, context.publicUrl, '/docs/');
    response.setHeader('Content-Security-Policy', contentSecurityPolicy(own));
    next();
  });
  app.get('/docs', (_request, response) => {
    response.type('html').send(page);
  });
  app.get('/docs/start.js', (_request, response) => {
    response.type('text/javascript').send(starter);
  });
  for (const asset of assets)
    app.get(`/docs/${asset}`, (_request, response) => {
      response.setHeader('Cache-Control', 'public, max-age=3600');
      response.sendFile(asset, { root: folder });
    });
}
