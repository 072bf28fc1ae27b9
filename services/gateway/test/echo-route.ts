import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { type Route, route } from '../src/http/route.ts';

const nothingSpecial = {
  errors: [],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'SEARCH_FAILED',
} as const;

/** Answers what it understood of a JSON body. */
export const echo: Route = route({
  method: 'post',
  path: '/v1/echo',
  summary: 'Echo',
  tags: [],
  scope: 'read',
  body: z.strictObject({
    text: z.string(),
    kind: z.enum(['A', 'B']).optional(),
    nested: z.strictObject({ size: z.int() }).optional(),
    topK: z.int().min(1).max(100).optional(),
    names: z.array(z.string().min(1).max(5)).min(1).max(2).optional(),
    free: z.unknown().optional(),
  }),
  status: 200,
  response: z.object({ text: z.string(), tenantId: z.string().optional(), organizationId: z.string() }),
  ...nothingSpecial,
  invalid: { default: 'INVALID_SEARCH_REQUEST', nested: 'INVALID_HYBRID_CONFIG' },
  errors: ['INVALID_SEARCH_REQUEST'],

  async handle({ body, tenantId, organizationId }) {
    return {
      message: 'Echoed',
      data: { text: body.text, tenantId, organizationId, secret: 'not in the reply' },
    };
  },
});

/** Returns a route that fails with `cause`. */
export const failing = (cause: unknown): Route =>
  route({
    method: 'get',
    path: '/v1/failing',
    summary: 'Fail',
    tags: [],
    scope: 'read',
    status: 200,
    response: z.object({}),
    ...nothingSpecial,
    errors: cause instanceof AppError ? [cause.code] : [],
    handle: () => Promise.reject(cause),
  });
