import { findApiKey } from '@docfleet/domain/api-key';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { apiKeyResponse, presentApiKey } from '../present-api-key.ts';

export const currentApiKeyRoute = route({
  method: 'get',
  path: '/v1/api-keys/current',
  summary: 'Get the calling API key',
  description: 'What the key of this request may do, for programs that show only what can be done with it.',
  tags: ['API keys'],
  scope: 'read',
  status: 200,
  response: z.object({ apiKey: apiKeyResponse }),
  errors: ['API_KEY_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ organizationId, actor }, { database }) {
    const apiKey = await findApiKey(database, organizationId, actor.apiKeyId);
    return { message: 'The API key', data: { apiKey: presentApiKey(apiKey) } };
  },
});
