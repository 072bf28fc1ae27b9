import { answerSearch } from '@docfleet/api/answer-search';
import { searchResponse } from '@docfleet/api/present-result';
import { searchFields } from '@docfleet/api/search-body';
import { defaultWeights } from '@docfleet/search';
import { z } from 'zod';
import { route } from '../../http/route.ts';

const searchType = z
  .literal('SEMANTIC', { error: 'must be SEMANTIC here; POST /v1/search/hybrid takes HYBRID' })
  .optional()
  .describe("Compares meaning alone. Without it words count as well where the namespace's model is LOCAL");

const searchBody = z
  .strictObject({ ...searchFields, searchType })
  .meta({ examples: [{ namespaceId: 'quickstart', query: 'How many days of leave do I have?', topK: 5 }] });

export const searchRoute = route({
  method: 'post',
  path: '/v1/search',
  summary: 'Search by meaning',
  description:
    'Returns the passages whose vectors are nearest to that of the query, with their documents and where they stand. `POST /v1/search/hybrid` also compares words, which suits most questions better.',
  tags: ['Search'],
  scope: 'read',
  body: searchBody,
  status: 200,
  response: searchResponse,
  errors: ['NAMESPACE_NOT_FOUND'],
  invalid: { default: 'INVALID_SEARCH_REQUEST' },
  failed: 'SEARCH_FAILED',

  handle: ({ body: { searchType: type, ...body }, ...caller }, context) =>
    answerSearch(context, caller, body, type === 'SEMANTIC' ? undefined : defaultWeights),
});
