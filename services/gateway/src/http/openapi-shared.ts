import { idempotencyKeyPattern } from './idempotency.ts';
import { requestIdPattern, tenantIdPattern } from './request-headers.ts';

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
    'X-RateLimit-Remaining': { description: 'What is left of this minute', schema: { type: 'integer' } },
    'X-RateLimit-Reset': {
      description: 'When the next minute begins, in seconds since 1970',
      schema: { type: 'integer' },
    },
    'Retry-After': { description: 'Seconds to wait before the next try', schema: { type: 'integer' } },
    'WWW-Authenticate': { description: 'How to send a key', schema: { type: 'string' } },
    'Idempotency-Replayed': {
      description: 'This is the answer of an earlier request with the same Idempotency-Key',
      schema: { const: 'true' },
    },
  },
};
