import { cutPage, pageInfo, pageQuery, readPage } from '@docfleet/api/pagination';
import { moment, visible } from '@docfleet/api/shared-fields';
import {
  createApiKey,
  findApiKey,
  gracePeriodSeconds,
  idOfKey,
  listApiKeys,
  maxRateLimit,
  revokeApiKey,
  rotateApiKey,
} from '@docfleet/domain/api-key';
import { ApiKeyScope } from '@docfleet/domain/database';
import { invalidField } from '@docfleet/errors/issues';
import { z } from 'zod';
import { limitOf } from '../http/limit-rate.ts';
import { route } from '../http/route.ts';
import { apiKeyParams, apiKeyResponse, newApiKey, presentApiKey } from './present-api-key.ts';

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
      .describe('Expiry of the key; unset: never'),
    rateLimitPerMinute: z
      .int()
      .min(1)
      .max(maxRateLimit)
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

export const currentApiKeyRoute = route({
  method: 'get',
  path: '/v1/api-keys/current',
  summary: 'Get the calling API key',
  description:
    'Scopes and limits of the key of this request, and the extensions of the service, for programs that show only what can be done.',
  tags: ['API keys'],
  scope: 'read',
  response: z.object({
    apiKey: apiKeyResponse,
    extensions: z
      .array(z.string())
      .describe('Features that this service has beside the core; the paths of others are unknown')
      .meta({ examples: [['estimates', 'answers']] }),
  }),
  errors: ['API_KEY_NOT_FOUND'],

  async handle({ organizationId, actor }, { database, extensions }) {
    const apiKey = await findApiKey(database, organizationId, actor.apiKeyId);
    return { message: 'The API key', data: { apiKey: presentApiKey(apiKey), extensions: [...extensions] } };
  },
});

export const listApiKeysRoute = route({
  method: 'get',
  path: '/v1/api-keys',
  summary: 'List the API keys, the newest first',
  description: 'Also those that have expired or were revoked. The keys themselves are not shown.',
  tags: ['API keys'],
  scope: 'admin',
  query: z.strictObject(pageQuery),
  response: z.object({ ...pageInfo, apiKeys: z.array(apiKeyResponse) }),
  errors: [],

  async handle({ query, organizationId }, context) {
    const list = { key: context.linkKey, place: `api-keys/${organizationId}` };
    const page = readPage(query, { ...list, invalid: 'INVALID_REQUEST' });
    const found = await listApiKeys(context.database, organizationId, page);
    const { shown, info } = cutPage(found, page, list);
    return { message: 'The API keys', data: { ...info, apiKeys: shown.map(presentApiKey) } };
  },
});

export const revokeApiKeyRoute = route({
  method: 'delete',
  path: '/v1/api-keys/{apiKeyId}',
  summary: 'Revoke an API key',
  description:
    'It stops working everywhere within 3 seconds, for good. The last admin key that works can only be revoked by the operator.',
  tags: ['API keys'],
  scope: 'admin',
  params: apiKeyParams,
  response: z.object({ apiKey: apiKeyResponse }),
  errors: ['API_KEY_NOT_FOUND', 'API_KEY_CONFLICT'],

  async handle({ params, actor }, context) {
    const apiKey = await revokeApiKey(context.database, actor, params.apiKeyId);
    context.forgetCaller(apiKey.id);
    return { message: 'The API key was revoked', data: { apiKey: presentApiKey(apiKey) } };
  },
});

const rotateApiKeyBody = z
  .strictObject({
    gracePeriodSeconds: z
      .int()
      .min(0)
      .max(gracePeriodSeconds.max)
      .default(gracePeriodSeconds.default)
      .describe('Seconds for which the old key goes on working'),
  })
  .meta({ examples: [{ gracePeriodSeconds: 3_600 }, {}] });

export const rotateApiKeyRoute = route({
  method: 'post',
  path: '/v1/api-keys/{apiKeyId}/rotate',
  summary: 'Put a new API key in the place of one',
  description:
    'The new key has the same name, scopes, expiry and limit. The old one expires at the end of the grace period, or at its own time if that is sooner.',
  tags: ['API keys'],
  scope: 'admin',
  params: apiKeyParams,
  body: rotateApiKeyBody,
  status: 201,
  response: newApiKey,
  errors: ['API_KEY_NOT_FOUND', 'API_KEY_CONFLICT'],

  async handle({ params, body, organizationId, actor }, context) {
    const { database } = context;
    const gracePeriodMs = body.gracePeriodSeconds * 1_000;
    const key = await rotateApiKey(database, actor, { id: params.apiKeyId, gracePeriodMs });
    context.forgetCaller(params.apiKeyId);
    const apiKey = presentApiKey(await findApiKey(database, organizationId, idOfKey(key)));
    return {
      message: 'The API key was rotated: keep the new one, it is not shown again',
      data: { apiKey, key },
    };
  },
});
