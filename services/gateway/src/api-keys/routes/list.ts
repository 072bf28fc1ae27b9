import { cutPage, readPage } from '@docfleet/api/page';
import { pageInfo, pageQuery } from '@docfleet/api/pagination';
import { listApiKeys } from '@docfleet/domain/api-key';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { apiKeyResponse, presentApiKey } from '../present-api-key.ts';

export const listApiKeysRoute = route({
  method: 'get',
  path: '/v1/api-keys',
  summary: 'List the API keys, the newest first',
  description: 'Also those that have expired or were revoked. The keys themselves are not shown.',
  tags: ['API keys'],
  scope: 'admin',
  query: z.strictObject(pageQuery),
  status: 200,
  response: z.object({ ...pageInfo, apiKeys: z.array(apiKeyResponse) }),
  errors: [],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ query, organizationId }, context) {
    const list = { key: context.linkKey, place: `api-keys/${organizationId}` };
    const page = readPage(query, { ...list, invalid: 'INVALID_REQUEST' });
    const found = await listApiKeys(context.database, organizationId, page);
    const { shown, info } = cutPage(found, page, list);
    return { message: 'The API keys', data: { ...info, apiKeys: shown.map(presentApiKey) } };
  },
});
