import { z } from 'zod';
import { toSourceFilter } from '../../documents/document-filter.ts';
import { route } from '../../http/route.ts';
import { findOwnNamespace } from '../../namespaces/find-own-namespace.ts';
import { searchFields } from '../body.ts';
import { presentSearch, searchResponse } from '../present-result.ts';
import { searchNamespace } from '../search-namespace.ts';

const searchBody = z
  .strictObject({ ...searchFields, searchType: z.literal('SEMANTIC').optional() })
  .meta({ examples: [{ namespaceId: 'handbook', query: 'How many days of leave do I have?', topK: 5 }] });

export const searchRoute = route({
  method: 'post',
  path: '/v1/search',
  summary: 'Search by meaning',
  tags: ['Search'],
  scope: 'read',
  body: searchBody,
  status: 200,
  response: searchResponse,
  errors: ['NAMESPACE_NOT_FOUND'],
  invalid: { default: 'INVALID_SEARCH_REQUEST' },
  failed: 'SEARCH_FAILED',

  async handle({ body, organizationId, tenantId, signal }, context) {
    const namespace = await findOwnNamespace(context, organizationId, body.namespaceId);
    const { query, topK, scoreThreshold, explain } = body;
    const request = {
      query,
      topK,
      scoreThreshold,
      tenantId,
      filter: body.filter?.metadata,
      source: toSourceFilter(body.filter?.source),
      explain,
    };
    return presentSearch(await searchNamespace(context, namespace, request, signal), explain);
  },
});
