import { idempotencyKeyPattern } from './idempotency.ts';
import { tenantIdPattern } from './tenant.ts';

/** The parts of the description that all operations refer to. */
export const sharedParts = {
  securitySchemes: {
    apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `df_live_<id>_<secret>`' },
  },
  parameters: {
    TenantId: {
      name: 'X-Tenant-Id',
      in: 'header',
      required: false,
      description: 'Limits the request to one tenant of the namespace, and stamps what it creates with it',
      schema: { type: 'string', pattern: tenantIdPattern.source },
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'For 24 hours the same key with the same request is answered like the first time, without doing anything again',
      schema: { type: 'string', pattern: idempotencyKeyPattern.source },
    },
  },
  headers: {
    RequestId: { description: "The request's id, as it is in the logs", schema: { type: 'string' } },
    RateLimitLimit: { description: 'Requests a minute', schema: { type: 'integer' } },
    RateLimitRemaining: { description: 'What is left of this minute', schema: { type: 'integer' } },
    RateLimitReset: {
      description: 'When the next minute begins, in seconds since 1970',
      schema: { type: 'integer' },
    },
    RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer' } },
    IdempotencyReplayed: {
      description: 'This is the answer of an earlier request with the same Idempotency-Key',
      schema: { const: 'true' },
    },
  },
};
