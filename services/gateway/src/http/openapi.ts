import type { ErrorCode } from '@docfleet/errors';
import { z } from 'zod';
import { outsideFailureStatus, statusOfCode } from './edge-error.ts';
import { takesIdempotencyKey } from './idempotency.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';
import { requestBodyOf } from './openapi-request.ts';
import { sharedParts } from './openapi-shared.ts';
import type { Route } from './route.ts';

type Components = Record<string, unknown>;

const errorEnvelope = z.strictObject({
  success: z.literal(false),
  message: z.string(),
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    details: z
      .looseObject({
        reason: z.string().optional().describe('What an outside service said'),
        setting: z.string().optional().describe('The setting that has to be mended'),
        issues: z
          .array(z.strictObject({ path: z.string(), message: z.string() }))
          .optional()
          .describe('Each field that is wrong, by the name that the request gave it'),
      })
      .optional(),
  }),
});

const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });

/** On every answer; written down where they are looked for. */
const commonHeaders = {
  'X-Request-Id': header('RequestId'),
  'X-RateLimit-Limit': header('RateLimitLimit'),
  'X-RateLimit-Remaining': header('RateLimitRemaining'),
  'X-RateLimit-Reset': header('RateLimitReset'),
};

/** Every code that a route may answer, with the status it has then. */
function errorsOf(route: Route): [status: number, code: ErrorCode][] {
  const codes = new Set<ErrorCode>([
    'INVALID_REQUEST',
    ...Object.values(route.invalid),
    ...route.errors,
    ...(route.scope === 'public' ? [] : (['UNAUTHORIZED', 'FORBIDDEN'] as const)),
    ...(takesIdempotencyKey(route) ? (['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE'] as const) : []),
    'RATE_LIMIT_EXCEEDED',
    ...(route.body ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(route.multipart ? (['FILE_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    'SERVICE_UNAVAILABLE',
    route.failed,
  ]);
  const answered = [...codes].map((code): [number, ErrorCode] => [statusOfCode(code), code]);
  return [...answered, [outsideFailureStatus, route.failed]];
}

function errorResponses(route: Route): Record<string, unknown> {
  const byStatus = Map.groupBy(errorsOf(route), ([status]) => status);
  const responses = [...byStatus].map(([status, entries]) => {
    const codes = entries.map(([, code]) => code).sort();
    const schema = {
      allOf: [
        { $ref: '#/components/schemas/Error' },
        { properties: { error: { properties: { code: { enum: codes } } } } },
      ],
    };
    const headers = status === 429 && { headers: { ...commonHeaders, 'Retry-After': header('RetryAfter') } };
    return [status, { description: codes.join(', '), ...headers, ...json(schema) }];
  });
  return Object.fromEntries(responses);
}

function successResponse(route: Route, components: Components) {
  const headers = {
    ...commonHeaders,
    ...(takesIdempotencyKey(route) && { 'Idempotency-Replayed': header('IdempotencyReplayed') }),
  };
  if (typeof route.reply === 'symbol')
    return { description: route.summary, headers, content: { '*/*': { schema: {} } } };
  const schema = {
    type: 'object',
    properties: {
      success: { const: true },
      message: { type: 'string' },
      data: toJsonSchema(route.reply, 'output', components),
    },
    required: ['success', 'message', 'data'],
    additionalProperties: false,
  };
  return { description: route.summary, headers, ...json(schema) };
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query', components: Components) {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input', components) as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description ? { description } : {}),
    schema: property,
  }));
}

/** `post /v1/ingest/text` → `postIngestText`. */
const operationId = ({ method, path }: Route) =>
  method +
  path
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== '' && part !== 'v1')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

function operationOf(route: Route, components: Components) {
  return {
    operationId: operationId(route),
    summary: route.summary,
    ...(route.description && { description: route.description }),
    tags: route.tags,
    security: route.scope === 'public' ? [] : [{ apiKey: [] }],
    parameters: [
      ...parametersOf(route.params, 'path', components),
      ...parametersOf(route.query, 'query', components),
      ...(route.scope === 'public' ? [] : [{ $ref: '#/components/parameters/TenantId' }]),
      ...(takesIdempotencyKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...requestBodyOf(route, components),
    responses: { [route.status]: successResponse(route, components), ...errorResponses(route) },
  };
}

/** The description of the whole API, derived from the list of routes so that it cannot drift from what is served. */
export function openApiDocument(routes: readonly Route[]) {
  const schemas: Components = {};
  schemas['Error'] = toJsonSchema(errorEnvelope, 'output', schemas);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route, schemas) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'docfleet',
      version: '1',
      description: 'Ingests documents, makes them searchable in your own stores, and keeps them in sync.',
    },
    servers: [{ url: '/' }],
    paths,
    components: { schemas, ...sharedParts },
  };
}
