import { findApiKey, gracePeriodSeconds, idOfKey, rotateApiKey } from '@docfleet/domain/api-key';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { apiKeyParams, newApiKey, presentApiKey } from '../present-api-key.ts';

const rotateApiKeyBody = z
  .strictObject({
    gracePeriodSeconds: z
      .int()
      .min(0)
      .max(gracePeriodSeconds.max)
      .default(gracePeriodSeconds.default)
      .describe('How long the old key goes on working'),
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
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

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
