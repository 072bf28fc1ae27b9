import { pipeline } from 'node:stream/promises';
import { findUnstorable } from '@docfleet/api/parse-json';
import {
  type EventsResponse,
  type FileResponse,
  type Input,
  isEventStream,
  type PageResponse,
  type Timings,
} from '@docfleet/api/route';
import type { StoredResponse } from '@docfleet/domain/idempotency';
import { type InvalidCodes, invalidInput, readWith } from '@docfleet/errors/issues';
import { withOwner } from '@docfleet/runtime/fairness';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { admitCaller, keyOf } from './authenticate.ts';
import type { GatewayContext } from './context.ts';
import { sendEvents, signalOf } from './event-streams.ts';
import { sendPage } from './html-page.ts';
import {
  fingerprintOf,
  type RequestedItems,
  readIdempotencyKey,
  respondOnce,
  takesIdempotencyKey,
} from './idempotency.ts';
import { readJsonBody } from './json-body.ts';
import { limitAddress } from './limit-rate.ts';
import { originOf } from './origin.ts';
import { readByteRange, readTenantId } from './request-headers.ts';
import type { Route } from './route.ts';
import { type Asked, askedOf, refusalOf, sendError } from './send-error.ts';
import { withUpload } from './upload.ts';

const none = z.object({});

/** Leaves out parameters without a value that the schema does not know: clients send them for options that are not set. */
const withoutBlanks = (schema: z.ZodObject) =>
  z.preprocess(
    (query) =>
      Object.fromEntries(
        Object.entries(query as object).filter(
          ([name, value]) => value !== '' || Object.hasOwn(schema.shape, name),
        ),
      ),
    schema.strict(),
  );

/**
 * Returns the schema of a route's query, which refuses unknown parameters with a value: a misspelled one would have no effect, and a list
 * or a deletion would be another than the caller asked for. Routes in the form of another API accept what its clients send, and those
 * without a key what links and vendors add.
 */
function querySchema({ query, scope, isBare }: Route): z.ZodType | undefined {
  if (scope === 'public' || isBare) return query;
  return query === undefined || query instanceof z.ZodObject ? withoutBlanks(query ?? none) : query;
}

type AnyInput = Input<unknown, unknown, unknown, unknown>;

/** Idempotency key of a request, and the parts that its fingerprint covers. */
interface Once {
  readonly idempotencyKey: string | undefined;
  readonly asked: RequestedItems;
  readonly answered: Asked;
}

function validate(schema: z.ZodType | undefined, value: unknown, invalid: InvalidCodes): unknown {
  if (!schema) return undefined;
  const unstorable = findUnstorable(value);
  if (unstorable) throw invalidInput([unstorable], invalid);
  const read = readWith(schema, value);
  if ('issues' in read) throw invalidInput(read.issues, invalid);
  return read.data;
}

/** Returns the caller; undefined for a public route, whose request counts against its network. */
async function admit({ scope }: Route, context: GatewayContext, request: Request, response: Response) {
  if (scope !== 'public') return await admitCaller(scope, context, request, response);
  await limitAddress(request, response, context);
  return undefined;
}

async function readInput(route: Route, context: GatewayContext, request: Request, response: Response) {
  const caller = await admit(route, context, request, response);
  const tenantId = readTenantId(request.get('x-tenant-id'));
  const idempotencyKey = takesIdempotencyKey(route)
    ? readIdempotencyKey(request.get('idempotency-key'))
    : undefined;
  const params = validate(route.params, request.params, route.invalid);
  const query = validate(route.query, { ...request.query }, route.invalid);
  const limit = route.bodyLimit?.(context.limits) ?? context.limits.jsonBytes;
  const sent = route.body ? await readJsonBody(request, response, limit) : undefined;
  const body = validate(route.body, sent, route.invalid);
  const read = { params, query, body, tenantId, origin: originOf(request, context.publicUrl) };
  const { method, path } = request;
  return {
    // The fields were parsed by the route's own schemas: Route has only forgotten their types.
    input: {
      ...read,
      organizationId: caller?.organizationId,
      actor: caller,
      signal: signalOf(response),
      range: readByteRange(request.get('range')),
      lastEventId: request.get('last-event-id'),
    } as AnyInput,
    idempotencyKey,
    asked: { method, path, query: request.query, tenantId, body: sent },
    answered: askedOf(request, response, context),
  };
}

/** Content types that a browser would run or render as a page or style sheet in the gateway's own origin. */
const activeType =
  /^(?:[\w.-]+\/(?:[\w.-]*(?:javascript|ecmascript|html)[\w.-]*|xml|xslt|css|wasm)|[^;]*\+xml)$/i;

function passiveType(contentType: string): string {
  const essence = contentType.split(';', 1)[0]?.trim() ?? '';
  return activeType.test(essence) || !essence.includes('/') ? 'application/octet-stream' : contentType;
}

async function sendFile(response: Response, answer: FileResponse): Promise<void> {
  const { body, contentType, fileName, size, range } = answer;
  response.attachment(fileName);
  response.setHeader('Content-Type', passiveType(contentType));
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
  response.setHeader('Cache-Control', 'private, no-store');
  if (size !== undefined) {
    response.setHeader('Accept-Ranges', 'bytes');
    response.setHeader('Content-Length', range ? range.last - range.first + 1 : size);
  }
  if (range) response.status(206).setHeader('Content-Range', `bytes ${range.first}-${range.last}/${size}`);
  if (response.req.method === 'HEAD') {
    body.destroy();
    response.end();
  } else await pipeline(body, response);
}

// https://www.w3.org/TR/server-timing/
const serverTiming = (timings: Timings) =>
  Object.entries(timings)
    .map(([step, milliseconds]) => `${step};dur=${milliseconds.toFixed(1)}`)
    .join(', ');

type Result =
  | EventsResponse
  | FileResponse
  | PageResponse
  | (StoredResponse & { readonly timings?: Timings; readonly replayed?: boolean });

/** Returns the response as it is sent. Parsing removes fields of the presenter's result that are not in the schema. */
function present(route: Route, result: Awaited<ReturnType<Route['handle']>>): Result {
  if (!('data' in result)) return result;
  const isJson = typeof route.response === 'object' && !isEventStream(route.response);
  const data = isJson ? route.response.parse(result.data) : undefined;
  const body = JSON.stringify(route.isBare ? data : { success: true, message: result.message, data });
  return { status: route.status, body, ...(result.timings && { timings: result.timings }) };
}

async function send(result: Result, response: Response, context: GatewayContext): Promise<void> {
  if ('events' in result) {
    const isAdmitted = async () => {
      const key = await keyOf(response.req, context);
      return key !== undefined && (await context.authenticate(key)) !== undefined;
    };
    return await sendEvents(response, result, { streams: context.eventStreams, isAdmitted });
  }
  if ('page' in result || 'redirectTo' in result) return sendPage(response, result);
  if (!('status' in result)) return await sendFile(response, result);
  if (result.timings) response.setHeader('Server-Timing', serverTiming(result.timings));
  if (result.replayed) response.setHeader('Idempotency-Replayed', 'true');
  // The console's cookie opens answers, which no cache on the way may keep.
  response.setHeader('Cache-Control', 'no-store');
  response.status(result.status).type('application/json').send(result.body);
}

/** Returns the id of the key that uploads count against: keys that it has created add nothing to its quota. */
const quotaSubject = ({ actor }: AnyInput) => actor?.sharedLimits.at(-1)?.apiKeyId ?? actor?.apiKeyId ?? '';

/** Returns a route as an Express handler: authentication, validation, response. */
export function serve(route: Route, context: GatewayContext): RequestHandler {
  async function run(input: AnyInput, { idempotencyKey, asked, answered }: Once): Promise<Result> {
    const { organizationId, signal } = input;
    const handle = () => withOwner([organizationId ?? ''], () => route.handle(input, context));
    const perform = async () =>
      present(
        route,
        route.isExpensive && organizationId
          ? await context.expensiveTurns.take(organizationId, signal, handle)
          : await handle(),
      );
    if (idempotencyKey === undefined || !input.organizationId) return await perform();
    const fingerprint = fingerprintOf(context.fingerprintKey, asked);
    const keyed = { organizationId: input.organizationId, key: idempotencyKey, fingerprint };
    return await respondOnce(context, keyed, {
      // Routes that return files take no such key.
      perform: async () => (await perform()) as StoredResponse,
      // After the caller has disconnected, any failure may follow from that.
      refusalOf: (cause) => (input.signal.aborted ? undefined : refusalOf(cause, route.failed, answered)),
    });
  }

  // A schema compiles itself at its first use: one for each route, not for each request.
  const read: Route = { ...route, query: querySchema(route) };

  async function handle(request: Request, response: Response): Promise<Result> {
    const { input, ...once } = await readInput(read, context, request, response);
    if (!route.multipart) return await run(input, once);
    const upload = {
      directory: context.spoolDirectory,
      fileBytes: route.fileLimit?.(context.limits) ?? context.limits.fileBytes,
      quota: context.spoolQuotas.open(quotaSubject(input)),
    };
    return await withUpload(request, response, upload, async (fields, file) => {
      const form = validate(route.multipart, { ...(fields as object) }, route.invalid);
      if (!file) throw invalidInput([{ path: 'file', message: 'is required' }], route.invalid);
      const { path: _path, sha256, ...described } = file;
      const sent = { fields, file: { ...described, sha256: Buffer.from(sha256).toString('hex') } };
      // A form with a file is what it was asked for.
      const received = { ...input, form, file } as unknown as AnyInput;
      return await run(received, { ...once, asked: { ...once.asked, body: sent } });
    });
  }

  return async (request, response) => {
    response.locals['route'] = route.path;
    try {
      await send(await handle(request, response), response, context);
    } catch (cause) {
      sendError(request, response, { cause, context, failed: route.failed, present: route.presentError });
    }
  };
}
