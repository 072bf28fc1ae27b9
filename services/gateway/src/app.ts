import { AppError } from '@docfleet/errors';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { hasConsole, servePages } from './console/serve-pages.ts';
import { serveSession } from './console/serve-session.ts';
import type { GatewayContext } from './http/context.ts';
import { serveDocs } from './http/docs.ts';
import { serveGuides } from './http/guides.ts';
import { serveHealth } from './http/health.ts';
import { limitAddress } from './http/limit-rate.ts';
import { nearestPath } from './http/nearest-path.ts';
import { observe } from './http/observe.ts';
import { type OperatorPages, serveOperator } from './http/operator.ts';
import type { Route } from './http/route.ts';
import { sendError } from './http/send-error.ts';
import { serve } from './http/serve.ts';
import { warnOfHosts } from './http/warn-of-hosts.ts';
import { serveMcp } from './mcp/serve-mcp.ts';
import { serveNotifications } from './notifications/serve-notifications.ts';
import { serveSelection } from './selection/serve-selection.ts';

/** Converts a path of OpenAPI, `/v1/documents/{id}`, to one of Express, `/v1/documents/:id`. */
const expressPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

const parametersOf = (path: string): number => path.split('{').length;

function refuseOtherMethods(app: Express, routes: readonly Route[], context: GatewayContext): void {
  // `/v1/documents/resync` has methods of its own: it must not be taken for a document's id.
  const literalFirst = routes.toSorted((a, b) => parametersOf(a.path) - parametersOf(b.path));
  for (const [path, served] of Map.groupBy(literalFirst, (route) => route.path)) {
    const methods = served.map((route) => route.method.toUpperCase());
    const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
    app.all(expressPath(path), async (request, response) => {
      response.locals['route'] = path;
      response.setHeader('Allow', allowed);
      await limitAddress(request, response, context);
      throw new AppError('METHOD_NOT_ALLOWED', `${path} supports ${allowed}`);
    });
  }
}

/**
 * Refuses a request with several Host headers, of which a proxy and this server might each use another:
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
const refuseSeveralHosts: RequestHandler = ({ rawHeaders }, _response, next) => {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) throw new AppError('INVALID_REQUEST', 'The request has several Host headers');
  next();
};

/** Refuses unknown paths; the error names the path that was probably meant. */
function refuseUnknownPaths(app: Express, routes: readonly Route[], context: GatewayContext): void {
  const paths = routes.map(({ path }) => path);
  app.use(async (request, response) => {
    await limitAddress(request, response, context);
    const meant = nearestPath(request.path, paths);
    const advice = meant === undefined ? '/docs lists what there is' : `did you mean ${meant}?`;
    throw new AppError('NOT_FOUND', `There is nothing at this path; ${advice}`);
  });
}

/** Serves `/`: redirects browsers to the console if it was built, and other clients to the description of the API. */
function serveRoot(app: Express, { consoleFolder }: GatewayContext): void {
  app.get('/', (request, response) => {
    // Browsers name HTML first; curl and clients of the API accept anything.
    const isBrowser = request.headers.accept?.startsWith('text/html') ?? false;
    response.vary('Accept').redirect(isBrowser && hasConsole(consoleFolder) ? '/console' : '/docs');
  });
}

/** Refuses paths with an empty segment: `/v1/namespaces/` names no namespace and must not list them, as `/v1/namespaces` does. */
function refuseEmptySegments(app: Express, context: GatewayContext): void {
  app.use('/v1', async (request, response, next) => {
    // Express has taken off the origin of an absolute URL and the query.
    if (request.path === '/' || !/\/$|\/\//.test(request.path)) return next();
    await limitAddress(request, response, context);
    throw new AppError(
      'NOT_FOUND',
      'A part of this path is empty: is an id missing, or is the last slash too many?',
    );
  });
}

/**
 * Returns the app with everything that the gateway serves: routes and their description, health, MCP, the console, and the operator's pages
 * where there are any.
 */
export function createApp(
  routes: readonly Route[],
  context: GatewayContext,
  operatorPages?: OperatorPages,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', [...context.trustedProxies]);

  app.use(observe(context));
  app.use(refuseSeveralHosts);
  app.use(warnOfHosts(context));
  serveHealth(app, context);
  serveRoot(app, context);
  serveDocs(app, routes, context);
  serveGuides(app, context.guidesFolder);
  if (operatorPages) serveOperator(app, operatorPages, context);
  serveSelection(app, context);
  serveConsole(app, context);
  serveMcp(app, context);
  serveNotifications(app, context);
  refuseEmptySegments(app, context);
  for (const route of routes) app[route.method](expressPath(route.path), serve(route, context));
  refuseOtherMethods(app, routes, context);

  refuseUnknownPaths(app, routes, context);
  const onError: ErrorRequestHandler = (cause, request, response, _next) =>
    sendError(request, response, { cause, logger: context.logger });
  app.use(onError);
  return app;
}

/** Serves the console: its pages and sessions. */
function serveConsole(app: Express, context: GatewayContext): void {
  serveSession(app, context);
  servePages(app, context);
}
