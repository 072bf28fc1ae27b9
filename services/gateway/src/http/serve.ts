import { pipeline } from 'node:stream/promises';
import { AppError } from '@docfleet/errors';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import type { GatewayContext } from '../context.ts';
import { authenticate } from './authenticate.ts';
import { invalidInput, issuesOf } from './issues.ts';
import { readJsonBody } from './json-body.ts';
import { originOf } from './origin.ts';
import type { FileAnswer, Input, InvalidCodes, Route, Timings } from './route.ts';
import { sendError } from './send-error.ts';
import { readTenantId } from './tenant.ts';
import { findUnstorable } from './unstorable.ts';
import { type Upload, withUpload } from './upload.ts';

type AnyInput = Input<unknown, unknown, unknown, unknown>;

function validate(schema: z.ZodType | undefined, value: unknown, invalid: InvalidCodes): unknown {
  if (!schema) return undefined;
  const unstorable = findUnstorable(value);
  if (unstorable) throw invalidInput([unstorable], invalid);
  const result = schema.safeParse(value);
  if (!result.success) throw invalidInput(issuesOf(result.error), invalid);
  return result.data;
}

/** Aborts when the caller goes before the answer is complete. */
function signalOf(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new AppError('INVALID_REQUEST', 'The caller has gone'));
  });
  return controller.signal;
}

async function readInput(route: Route, context: GatewayContext, request: Request, response: Response) {
  const caller =
    route.scope === 'public'
      ? undefined
      : await authenticate(request.headers.authorization, route.scope, context.authenticate);
  const tenantId = readTenantId(request.get('x-tenant-id'));
  const params = validate(route.params, request.params, route.invalid);
  const query = validate(route.query, { ...request.query }, route.invalid);
  const limit = route.bodyLimit?.(context.limits) ?? context.limits.jsonBytes;
  const body = route.body
    ? validate(route.body, await readJsonBody(request, response, limit), route.invalid)
    : undefined;
  const input = { params, query, body, tenantId, origin: originOf(request, context.publicUrl) };
  return { ...input, organizationId: caller?.organizationId, actor: caller, signal: signalOf(response) };
}

async function sendFile(response: Response, answer: FileAnswer): Promise<void> {
  const { body, contentType, fileName, size } = answer;
  response.attachment(fileName);
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
  response.setHeader('Cache-Control', 'private, no-store');
  if (size !== undefined) response.setHeader('Content-Length', size);
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

async function send(route: Route, answer: Awaited<ReturnType<Route['handle']>>, response: Response) {
  if (!('data' in answer)) return await sendFile(response, answer);
  // Parsing drops what the interface does not show, whatever the presenter gave.
  if (answer.timings) response.setHeader('Server-Timing', serverTiming(answer.timings));
  const data = typeof route.reply === 'symbol' ? undefined : route.reply.parse(answer.data);
  response.status(route.status).json({ success: true, message: answer.message, data });
}

/** One route as an Express handler: whose request it is, what it says, what comes of it. */
export function serve(route: Route, context: GatewayContext): RequestHandler {
  const run = (input: Omit<AnyInput, 'form' | 'file'>, form: unknown, file: Upload | undefined) =>
    // The fields were parsed by the route's own schemas: Route has only forgotten their types.
    route.handle({ ...input, form, file } as AnyInput, context);

  async function answer(request: Request, response: Response) {
    const input = (await readInput(route, context, request, response)) as AnyInput;
    if (!route.multipart) return await run(input, undefined, undefined);
    const upload = {
      directory: context.spoolDirectory,
      fileBytes: route.fileLimit?.(context.limits) ?? context.limits.fileBytes,
    };
    return await withUpload(request, response, upload, async (fields, file) => {
      const form = validate(route.multipart, { ...(fields as object) }, route.invalid);
      if (!file) throw invalidInput([{ path: 'file', message: 'is required' }], route.invalid);
      return await run(input, form, file);
    });
  }

  return async (request, response) => {
    response.locals['route'] = route.path;
    try {
      await send(route, await answer(request, response), response);
    } catch (cause) {
      sendError(request, response, { cause, logger: context.logger, failed: route.failed });
    }
  };
}
