import { answerSearch } from '@docfleet/api/answer-search';
import { searchResponse } from '@docfleet/api/present-result';
import { hybridConfig, searchFields } from '@docfleet/api/search-body';
import { defaultWeights } from '@docfleet/search';
import { z } from 'zod';
import { route } from '../http/route.ts';

const hybridSearchBody = z
  .strictObject({
    ...searchFields,
    hybridConfig,
    searchType: z
      .literal('HYBRID', { error: 'must be HYBRID here; POST /v1/search takes SEMANTIC' })
      .optional(),
  })
  .meta({
    examples: [
      {
        namespaceId: 'quickstart',
        query: 'ERR_TLS_CERT_ALTNAME_INVALID',
        hybridConfig: { semanticWeight: 0.3, keywordWeight: 0.7 },
      },
      {
        namespaceId: 'quickstart',
        query: 'How many days of leave do I have?',
        filter: { metadata: { team: 'people', year: { $gte: 2024 } } },
        hybridConfig: { semanticWeight: 0.8, keywordWeight: 0.2 },
        explain: true,
      },
    ],
  });

export const hybridSearchRoute = route({
  method: 'post',
  path: '/v1/search/hybrid',
  summary: 'Search by meaning and by keywords',
  description:
    'A score is `semanticWeight` · cosine + `keywordWeight` · keywords, both parts in 0..1: `explain` shows them.',
  tags: ['Search'],
  scope: 'read',
  body: hybridSearchBody,
  response: searchResponse,
  errors: ['NAMESPACE_NOT_FOUND'],
  invalid: { default: 'INVALID_SEARCH_REQUEST', hybridConfig: 'INVALID_HYBRID_CONFIG' },
  failed: 'SEARCH_FAILED',

  handle: ({ body: { hybridConfig: weights, ...body }, ...caller }, context) =>
    answerSearch(context, caller, body, weights),
});

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
  response: searchResponse,
  errors: ['NAMESPACE_NOT_FOUND'],
  invalid: { default: 'INVALID_SEARCH_REQUEST' },
  failed: 'SEARCH_FAILED',

  handle: ({ body: { searchType: type, ...body }, ...caller }, context) =>
    answerSearch(context, caller, body, type === 'SEMANTIC' ? undefined : defaultWeights),
});
