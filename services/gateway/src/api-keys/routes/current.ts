import { findApiKey } from '@docfleet/domain/api-key';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { apiKeyResponse, presentApiKey } from '../present-api-key.ts';

export const currentApiKeyRoute = route({
  method: 'get',
  path: '/v1/api-keys/current',
  summary: 'Get the calling API key',
  description:
    'What the key of this request may do and which extensions there are, for programs that show only what can be done.',
  tags: ['API keys'],
  scope: 'read',
  status: 200,
  response: z.object({
    apiKey: apiKeyResponse,
    extensions: z
      .array(z.string())
      .describe('Features that this service has beside the core; the paths of others are unknown')
      .meta({ examples: [['estimates', 'answers']] }),
  }),
  errors: ['API_KEY_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ organizationId, actor }, { database, extensions }) {
    const apiKey = await findApiKey(database, organizationId, actor.apiKeyId);
    return { message: 'The API key', data: { apiKey: presentApiKey(apiKey), extensions: [...extensions] } };
  },
});
