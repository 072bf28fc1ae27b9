import { outsideFailureStatus, statusOfCode } from '@docfleet/api/edge-error';
import { type ErrorCode, type ErrorKind, errorCatalogue } from '@docfleet/errors';
import { z } from 'zod';
import { idempotencyKeyPattern, takesIdempotencyKey } from './idempotency.ts';
import { exampleId } from './openapi-example.ts';
import { requestIdPattern, tenantIdPattern } from './request-headers.ts';
import type { Route } from './route.ts';
import { linkTo } from './send-error.ts';

/** Headers of every response, by their name in `components/headers`. */
export const headersOfAll = ['X-Request-Id'];
/** Names of the rate limit headers: every response to a key has them, and they are documented where they matter. */
export const headersOfLimits = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** Components that all operations refer to. */
export const sharedParts = {
  securitySchemes: {
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API key: `df_live_<id>_<secret>`. Requirements name the scope that it needs: `read`, `ingest` or `admin`, each of which includes those before',
    },
  },
  parameters: {
    TenantId: {
      name: 'X-Tenant-Id',
      in: 'header',
      required: false,
      // No example: pages that send requests from this description would fill it in, and find nothing of this tenant.
      description:
        'Limits the request to one tenant of the namespace, and stamps what it creates with it, such as `customer-7`',
      schema: { type: 'string', pattern: tenantIdPattern.source },
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'A new value for each request, such as `import-2026-11-21-0001`. For 24 hours the same key with the same request returns the first response without repeating the work',
      schema: { type: 'string', pattern: idempotencyKeyPattern.source },
    },
  },
  headers: {
    'X-Request-Id': {
      description:
        "The caller's own id of the request if it sent a sane one, else a new one; logs carry it too",
      schema: { type: 'string', pattern: requestIdPattern.source },
    },
    'X-RateLimit-Limit': { description: 'Requests a minute', schema: { type: 'integer' } },
    'X-RateLimit-Remaining': { description: 'Requests left in this minute', schema: { type: 'integer' } },
    'X-RateLimit-Reset': {
      description: 'Start of the next minute, in seconds since 1970',
      schema: { type: 'integer' },
    },
    'Retry-After': { description: 'Seconds to wait before the next try', schema: { type: 'integer' } },
    'WWW-Authenticate': { description: 'Scheme by which a key is sent', schema: { type: 'string' } },
    'Idempotency-Replayed': {
      description: 'This is the answer of an earlier request with the same Idempotency-Key',
      schema: { const: 'true' },
    },
  },
};

export const errorEnvelope = z.strictObject({
  success: z.literal(false),
  message: z.string(),
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    requestId: z.string().describe('The `X-Request-Id` of the response, as in the logs of the service'),
    link: z.string().optional().describe('The page that describes the code'),
    details: z
      .looseObject({
        reason: z.string().optional().describe('Words of an outside service'),
        setting: z.string().optional().describe('The setting to correct'),
        issues: z
          .array(z.strictObject({ path: z.string(), message: z.string() }))
          .optional()
          .describe('Each field that is wrong, by its name in the request'),
      })
      .optional(),
    type: z.string().optional().describe("Kind of the error as OpenAI names it, in that API's form alone"),
    param: z.string().nullish().describe("The parameter that is wrong, in OpenAI's form alone"),
  }),
  error_code: z.int().optional().describe("Number of the error, in Dify's form alone"),
  error_msg: z.string().optional().describe("The message once more, in Dify's form alone"),
});

type Example = readonly [message: string, details?: object];

const examples: Record<ErrorKind, Example> = {
  invalid: ['namespaceId is required', { issues: [{ path: 'namespaceId', message: 'is required' }] }],
  unauthenticated: ['An API key is required: send it as Authorization: Bearer df_live_…'],
  forbidden: ['This needs an API key with the scope admin'],
  'not-found': ['There is nothing of this id'],
  'method-not-allowed': ['/v1/search supports POST: Search by meaning'],
  conflict: ['Another one of this name is in the way'],
  'too-large': ['The body is larger than this endpoint takes'],
  'unsupported-media': ['The body must be JSON in UTF-8: Content-Type: application/json'],
  'rate-limited': ['Too many requests: wait as long as Retry-After says'],
  internal: ['Something went wrong on our side'],
  upstream: ['The provider does not answer'],
  unavailable: ['The service cannot reach its database: try again soon'],
  timeout: ['This took longer than it may'],
};
const outsideExample: Example = ['The provider refused', { reason: 'Incorrect API key provided' }];

/** Headers of errors by status, besides those of every response. */
const headersByStatus: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After', ...headersOfLimits],
  502: ['Retry-After'],
  503: ['Retry-After'],
};

/** Returns the error codes that a route may return, each with its status. */
function errorsOf(route: Route): [status: number, code: ErrorCode][] {
  const codes = new Set<ErrorCode>([
    'INVALID_REQUEST',
    // Of headers too.
    'PAYLOAD_TOO_LARGE',
    ...Object.values(route.invalid),
    ...route.errors,
    ...(route.scope === 'public' ? [] : (['UNAUTHORIZED', 'FORBIDDEN'] as const)),
    ...(takesIdempotencyKey(route) ? (['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE'] as const) : []),
    'RATE_LIMIT_EXCEEDED',
    ...(route.body ? (['UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(route.multipart ? (['FILE_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    'SERVICE_UNAVAILABLE',
    'REQUEST_TIMEOUT',
    route.failed,
  ]);
  const answered = [...codes].map((code): [number, ErrorCode] => [statusOfCode(code), code]);
  return [...answered, [outsideFailureStatus, route.failed]];
}

/** Converts `NAMESPACE_NOT_FOUND` to `NamespaceNotFound`. */
const pascal = (code: string) =>
  code.toLowerCase().replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());

function exampleOf(code: ErrorCode, isOutside: boolean) {
  const [message, details] = isOutside ? outsideExample : examples[errorCatalogue[code]];
  const link = linkTo(code, 'http://localhost:4000');
  const error = { code, message, requestId: exampleId, link, ...(details && { details }) };
  return { value: { success: false, message, error } };
}

/** Returns references to the examples of error codes, by code; adds the examples to `shared`. */
function examplesOf(codes: readonly ErrorCode[], isOutside: boolean, shared: Record<string, unknown>) {
  const entries = codes.map((code) => {
    const name = isOutside ? `${code}_OUTSIDE` : code;
    shared[name] ??= exampleOf(code, isOutside);
    return [code, { $ref: `#/components/examples/${name}` }] as const;
  });
  return Object.fromEntries(entries);
}

function errorResponse(status: number, codes: readonly ErrorCode[], examples: Record<string, unknown>) {
  const schema = {
    allOf: [
      { $ref: '#/components/schemas/Error' },
      { properties: { error: { properties: { code: { enum: codes } } } } },
    ],
  };
  const headers = [...headersOfAll, ...(headersByStatus[status] ?? [])];
  return {
    description: codes.join(', '),
    headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    content: {
      'application/json': {
        schema,
        examples: examplesOf(codes, status === outsideFailureStatus, examples),
      },
    },
  };
}

/** Returns references to a route's error responses, by status; adds to `shared` one response for each set of codes. */
export function errorResponses(
  route: Route,
  shared: { readonly responses: Record<string, unknown>; readonly examples: Record<string, unknown> },
): Record<string, { $ref: string }> {
  const byStatus = Map.groupBy(errorsOf(route), ([status]) => status);
  const responses = [...byStatus].map(([status, entries]) => {
    const codes = entries.map(([, code]) => code).sort();
    const outside = status === outsideFailureStatus ? 'Outside' : '';
    const name = codes.map(pascal).join('Or') + outside;
    const { responses, examples } = shared;
    responses[name] ??= errorResponse(status, codes, examples);
    return [status, { $ref: `#/components/responses/${name}` }] as const;
  });
  return Object.fromEntries(responses);
}
