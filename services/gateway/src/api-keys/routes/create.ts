import { visible } from '@docfleet/api/not-blank';
import { moment } from '@docfleet/api/shared-fields';
import { createApiKey, findApiKey, highestRateLimit, idOfKey } from '@docfleet/domain/api-key';
import { ApiKeyScope } from '@docfleet/domain/database';
import { invalidField } from '@docfleet/errors/issues';
import { z } from 'zod';
import { limitOf } from '../../http/limit-rate.ts';
import { route } from '../../http/route.ts';
import { newApiKey, presentApiKey } from '../present-api-key.ts';

const createApiKeyBody = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .refine(...visible),
    scopes: z
      .array(z.enum(ApiKeyScope))
      .min(1)
      .max(10)
      .default(['read', 'ingest'])
      .describe('`admin` includes the others, and `ingest` includes `read`'),
    expiresAt: moment
      .refine((date) => date > new Date(), { error: 'must be in the future' })
      .nullish()
      .describe('When the key stops working; unset: never'),
    rateLimitPerMinute: z
      .int()
      .min(1)
      .max(highestRateLimit)
      .nullish()
      .describe('At most the limit of the calling key; unset: the default of the operator'),
  })
  .meta({ examples: [{ name: 'nightly import', scopes: ['ingest'], rateLimitPerMinute: 300 }] });

/**
 * Returns the limit to store for a new key, in requests a minute; null: the operator's default, 0: no limit. Throws INVALID_REQUEST above
 * the limit of the key that creates it.
 */
function limitOfNewKey(asked: number | null, { own, usual }: { own: number; usual: number }): number | null {
  const wanted = asked ?? usual;
  if (own === 0 || (wanted !== 0 && wanted <= own)) return asked;
  if (asked === null) return own;
  throw invalidField(
    'INVALID_REQUEST',
    'rateLimitPerMinute',
    `must not be above ${own}, the limit of your key`,
  );
}

export const createApiKeyRoute = route({
  method: 'post',
  path: '/v1/api-keys',
  summary: 'Create an API key',
  description: 'The key itself is in this answer and nowhere else: only a hash of it is stored.',
  tags: ['API keys'],
  scope: 'admin',
  body: createApiKeyBody,
  status: 201,
  response: newApiKey,
  errors: ['ORGANIZATION_LIMIT_REACHED'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ body, organizationId, actor }, context) {
    const { name, scopes, expiresAt = null, rateLimitPerMinute: asked = null } = body;
    const limits = { own: limitOf(actor, context), usual: context.rateLimitPerMinute };
    const key = await createApiKey(context.database, {
      organizationId,
      createdBy: actor.apiKeyId,
      name,
      // Callers of this route are admins, whose scope includes the others, so a key never grants more than its creator has.
      scopes,
      expiresAt,
      rateLimitPerMinute: limitOfNewKey(asked, limits),
    });
    const apiKey = presentApiKey(await findApiKey(context.database, organizationId, idOfKey(key)));
    return { message: 'The API key was created: keep it, it is not shown again', data: { apiKey, key } };
  },
});
