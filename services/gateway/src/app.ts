import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '@docfleet/errors';
import { withLogContext } from '@docfleet/runtime/logging';
import { checkReadiness, type Readiness } from '@docfleet/runtime/service';
import { startRemoteSpan } from '@docfleet/runtime/tracing';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { hasConsole, servePages } from './console/serve-pages.ts';
import { serveSession } from './console/serve-session.ts';
import type { GatewayContext } from './http/context.ts';
import { serveDocs, serveGuides } from './http/guides.ts';
import { limitAddress } from './http/limit-rate.ts';
import { nearestPath } from './http/nearest-path.ts';
import { type OperatorPages, serveOperator } from './http/operator.ts';
import { requestIdOf } from './http/request-headers.ts';
import type { Route } from './http/route.ts';
import { sendError } from './http/send-error.ts';
import { serve } from './http/serve.ts';
import { serveMcp } from './mcp/serve-mcp.ts';
import { serveNotifications } from './notifications/serve-notifications.ts';
import { serveSelection } from './selection/serve-selection.ts';

/** Returns the fields that are logged and counted of a finished response; `route` is the path template, or `none` for an unknown path. */
function describeResponse(response: Response, startedAt: number) {
  const { method } = response.req;
  const { statusCode: status } = response;
  const route = String(response.locals['route'] ?? 'none');
  return { method, route, status, durationMs: performance.now() - startedAt };
}

/** Sets the request id and the common headers of every response; logs, counts and traces it when it has ended. */
function observe({ logger, metrics }: Pick<GatewayContext, 'logger' | 'metrics'>): RequestHandler {
  return (request, response, next) => {
    const requestId = requestIdOf(request.get('x-request-id'));
    const startedAt = performance.now();
    const { socket } = request;
    const sentBefore = socket.bytesWritten;
    const span = startRemoteSpan(request.method, {
      kind: 'server',
      traceparent: request.get('traceparent'),
      attributes: { requestId },
    });
    response.setHeader('X-Request-Id', requestId);
    response.setHeader('X-Content-Type-Options', 'nosniff');

    function report(): void {
      const result = describeResponse(response, startedAt);
      const { method, route, status, durationMs } = result;
      const fields = {
        ...result,
        durationMs: Math.round(durationMs),
        bytes: socket.bytesWritten - sentBefore,
        ...(!response.writableFinished && { aborted: true }),
      };
      logger.info(fields, 'request');
      metrics.requestEnded(result);
      span.describe(`${method} ${route}`, { 'http.route': route, 'http.response.status_code': status });
      span.end();
    }

    span.within(() =>
      withLogContext({ requestId }, () => {
        // With all ids that became known during the request.
        const inContext = AsyncLocalStorage.snapshot();
        response.once('close', () => inContext(report));
        next();
      }),
    );
  };
}

/** Milliseconds for which a result is reused: clients without a key that ask more often cause no more queries. */
const keptMs = 500;

/** Returns a readiness check that runs at most twice a second and shares its result among concurrent callers. */
function rememberReadiness(readiness: Readiness): () => ReturnType<typeof checkReadiness> {
  let known: ReturnType<typeof checkReadiness> | undefined;
  return () => {
    known ??= checkReadiness(readiness).finally(() => {
      setTimeout(() => {
        known = undefined;
      }, keptMs).unref();
    });
    return known;
  };
}

/** Serves `/healthz`, which reports that the process is alive, and `/readyz`, whether its dependencies respond in time; neither requires a key. */
function serveHealth(app: Express, { readiness }: Pick<GatewayContext, 'readiness'>): void {
  const check = rememberReadiness(readiness);
  app.get('/healthz', (_request, response) => {
    response.locals['route'] = '/healthz';
    response.json({ status: 'ok' });
  });

  app.get('/readyz', async (_request, response) => {
    response.locals['route'] = '/readyz';
    const { ready, body } = await check();
    response.status(ready ? 200 : 503).json(body);
  });
}

/** Pattern of names that only private networks resolve: https://www.rfc-editor.org/rfc/rfc6762, rfc8375, and .internal of ICANN. */
const ownNames = /\.(?:localhost|local|internal|lan|home\.arpa|test)$/;

/** Whether a Host header has a name of the public DNS. */
function isPublicName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return /\.[a-z][a-z0-9-]+$/.test(name) && !ownNames.test(name);
}

/**
 * Logs one warning when requests use a public host name while PUBLIC_URL is unset: links in responses then contain any host that a caller,
 * or a proxy that passes every host on, names.
 */
function warnOfHosts({ publicUrl, logger }: Pick<GatewayContext, 'publicUrl' | 'logger'>): RequestHandler {
  let isDone = publicUrl !== undefined;
  return ({ headers: { host = '' } }, _response, next) => {
    if (!isDone && isPublicName(host)) {
      isDone = true;
      logger.warn(
        { host },
        'links in responses follow the Host header of requests, as PUBLIC_URL is unset: set it',
      );
    }
    next();
  };
}

/** Converts a path of OpenAPI, `/v1/documents/{id}`, to one of Express, `/v1/documents/:id`. */
const expressPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

const parametersOf = (path: string): number => path.split('{').length;

const purposeOf = ({ method, summary }: Route) => `${method.toUpperCase()}: ${summary}`;

/** Whether a path is one of a template: `/v1/files/a` of `/v1/files/{fileId}`. */
function isOf(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')];
  return (
    wanted.length === given.length && wanted.every((part, at) => part.startsWith('{') || part === given[at])
  );
}

/** Says what does the same as a request of another API that is not served, and how that API presents errors; undefined where nothing is known. */
function insteadOf({ method, path }: Pick<Request, 'method' | 'path'>, routes: readonly Route[]) {
  for (const { instead = {}, presentError } of routes)
    for (const [name, advice] of Object.entries(instead)) {
      const [named = '', template = ''] = name.split(' ');
      if (named === method && isOf(template, path)) return { advice: `. ${advice}`, presentError };
    }
  return undefined;
}

/** Says that a method is one of the path above, as DELETE is of `/v1/documents` and not of a document; empty where it is not. */
function purposeAbove(path: string, method: string, routes: readonly Route[]): string {
  const above = path.slice(0, path.lastIndexOf('/'));
  const served = routes.find((route) => route.path === above && route.method.toUpperCase() === method);
  return served ? `. ${above} supports ${purposeOf(served)}` : '';
}

function refuseOtherMethods(app: Express, routes: readonly Route[], context: GatewayContext): void {
  // `/v1/documents/resync` has methods of its own: it must not be taken for a document's id.
  const literalFirst = routes.toSorted((a, b) => parametersOf(a.path) - parametersOf(b.path));
  for (const [path, served] of Map.groupBy(literalFirst, (route) => route.path)) {
    const methods = served.map((route) => route.method.toUpperCase());
    const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
    const purposes = served.map(purposeOf).join('; ');
    app.all(expressPath(path), async (request, response) => {
      response.locals['route'] = path;
      response.setHeader('Allow', allowed);
      await limitAddress(request, response, context);
      throw new AppError(
        'METHOD_NOT_ALLOWED',
        `${path} supports ${purposes}${purposeAbove(path, request.method, routes)}${insteadOf(request, routes)?.advice ?? ''}`,
      );
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
    const instead = insteadOf(request, routes);
    if (instead) {
      const cause = new AppError('NOT_FOUND', `There is nothing at this path${instead.advice}`);
      return sendError(request, response, {
        cause,
        context,
        failed: 'INTERNAL_ERROR',
        present: instead.presentError,
      });
    }
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

/** Redirects links to files from where versions before 0.4.0 had them, which are for an hour still in use and built into their SDKs. Ids of files have no dot. */
function redirectFileLinks(app: Express): void {
  app.get(/^\/v1\/files\/([\w-]+\.[\w-]+)$/, (request, response) => {
    response.locals['route'] = '/v1/files/{token}';
    response.redirect(301, `/v1/file-links/${request.params[0]}`);
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
  redirectFileLinks(app);
  for (const route of routes) app[route.method](expressPath(route.path), serve(route, context));
  refuseOtherMethods(app, routes, context);

  refuseUnknownPaths(app, routes, context);
  const onError: ErrorRequestHandler = (cause, request, response, _next) =>
    sendError(request, response, { cause, context });
  app.use(onError);
  return app;
}

/** Serves the console: its pages and sessions. */
function serveConsole(app: Express, context: GatewayContext): void {
  serveSession(app, context);
  servePages(app, context);
}
