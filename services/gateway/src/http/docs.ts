import type { Express } from 'express';
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
