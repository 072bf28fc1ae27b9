import { revokeApiKey } from '@docfleet/domain/api-key';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { apiKeyParams, apiKeyResponse, presentApiKey } from '../present-api-key.ts';

export const revokeApiKeyRoute = route({
  method: 'delete',
  path: '/v1/api-keys/{apiKeyId}',
  summary: 'Revoke an API key',
  description:
    'It stops working everywhere within 3 seconds, for good. The last admin key that works can only be revoked by the operator.',
  tags: ['API keys'],
  scope: 'admin',
  params: apiKeyParams,
  status: 200,
  response: z.object({ apiKey: apiKeyResponse }),
  errors: ['API_KEY_NOT_FOUND', 'API_KEY_CONFLICT'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, actor }, context) {
    const apiKey = await revokeApiKey(context.database, actor, params.apiKeyId);
    context.forgetCaller(apiKey.id);
    return { message: 'The API key was revoked', data: { apiKey: presentApiKey(apiKey) } };
  },
});
