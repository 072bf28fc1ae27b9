import { answerSearch } from '@docfleet/api/answer-search';
import { extensionRoute } from '@docfleet/api/context';
import type { PresentError } from '@docfleet/api/route';
import { searchBody } from '@docfleet/api/search-body';
import { notBlank } from '@docfleet/api/shared-fields';
import type { ErrorCode } from '@docfleet/errors';
import { invalidField } from '@docfleet/errors/issues';
import { hybridWeights } from '@docfleet/search';
import { z } from 'zod';
import { readFilter } from '../filters.ts';

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]);
const condition = z.looseObject({
  name: z.union([
    z.string().min(1).max(128),
    z.array(z.string().min(1).max(128)).min(1).max(8).describe('Any of these fields'),
  ]),
  comparison_operator: z
    .string()
    .max(32)
    .describe('is, is not, in, not in, empty, not empty, =, ≠, >, <, ≥, ≤, before, after; others are refused')
    .meta({ examples: ['is'] }),
  value: value.nullish(),
});
type Condition = z.output<typeof condition>;

const maxConditions = 32;

const retrievalBody = z
  .looseObject({
    knowledge_id: z.string().min(1).max(64).describe('The name of the namespace'),
    query: z
      .string()
      .max(8_000)
      .regex(...notBlank),
    retrieval_setting: z
      .looseObject({
        top_k: z.int().min(1).max(100).nullish(),
        score_threshold: z.number().min(0).max(1).nullish(),
      })
      .nullish(),
    metadata_condition: z
      .looseObject({
        logical_operator: z.enum(['and', 'or']).nullish(),
        conditions: z.array(condition).max(maxConditions).nullish(),
      })
      .nullish(),
  })
  .meta({
    examples: [
      {
        knowledge_id: 'quickstart',
        query: 'How many days of leave do I have?',
        retrieval_setting: { top_k: 4, score_threshold: 0 },
      },
    ],
  });

const operators: ReadonlyMap<string, string> = new Map([
  ['is', '$eq'],
  ['=', '$eq'],
  ['is not', '$ne'],
  ['≠', '$ne'],
  ['>', '$gt'],
  ['<', '$lt'],
  ['≥', '$gte'],
  ['≤', '$lte'],
  ['before', '$lt'],
  ['after', '$gt'],
  ['in', '$in'],
  ['not in', '$nin'],
]);
/** Operators that have no value. */
const existence: ReadonlyMap<string, boolean> = new Map([
  ['empty', false],
  ['not empty', true],
]);

const param = 'metadata_condition';

function conditionOf({ comparison_operator, value: given }: Condition): Record<string, unknown> {
  const exists = existence.get(comparison_operator);
  if (exists !== undefined) return { $exists: exists };
  const operator = operators.get(comparison_operator);
  const known = [...operators.keys(), ...existence.keys()].join(', ');
  if (!operator) throw invalidField('INVALID_REQUEST', param, `must have one of the operators ${known}`);
  if (given === undefined || given === null)
    throw invalidField('INVALID_REQUEST', param, 'must have a value in each condition');
  // Dify's form has one field for the values of a list.
  const isList = ['$in', '$nin'].includes(operator) && typeof given === 'string';
  return { [operator]: isList ? given.split(',').map((part) => part.trim()) : given };
}

function filterOf(given: z.output<typeof retrievalBody>['metadata_condition']) {
  const conditions = given?.conditions ?? [];
  if (conditions.length === 0) return undefined;
  const filters = conditions.map((each) => {
    const condition = conditionOf(each);
    return { or: [each.name].flat().map((name) => ({ [name]: condition })) };
  });
  return readFilter({ [given?.logical_operator ?? 'and']: filters }, param);
}

/** Numbers of Dify for errors; it shows them, and checks the status 403 when an address is entered. */
const presentDifyError: PresentError = ({ status, code, message }, authorization = '') => {
  const isKey = /^Bearer \S+$/i.test(authorization);
  const unauthorized = isKey ? 1002 : 1001;
  const numbers: Partial<Record<ErrorCode, number>> = {
    UNAUTHORIZED: unauthorized,
    FORBIDDEN: 1002,
    NAMESPACE_NOT_FOUND: 2001,
  };
  const error_code = numbers[code] ?? status;
  return {
    ...(status === 401 && { status: 403, error: { code: 'FORBIDDEN' } }),
    body: { error_code, error_msg: message },
  };
};

export const retrievalRoute = extensionRoute({
  method: 'post',
  path: '/v1/retrieval',
  summary: 'Search a namespace in the form of an external knowledge base of Dify',
  description:
    'Dify appends /retrieval to the address that is entered as API endpoint: enter that of this service with /v1. The external knowledge id is the name of the namespace.',
  tags: ['OpenAI forms'],
  scope: 'read',
  body: retrievalBody,
  isBare: true,
  presentError: presentDifyError,
  response: z.object({
    records: z.array(
      z.object({
        content: z.string(),
        score: z.number(),
        title: z.string(),
        metadata: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
  errors: ['NAMESPACE_NOT_FOUND'],
  failed: 'SEARCH_FAILED',

  async handle({ body, ...caller }, context) {
    const { knowledge_id, query, retrieval_setting, metadata_condition } = body;
    const search = searchBody.parse({
      namespaceId: knowledge_id,
      query: query.toWellFormed(),
      topK: retrieval_setting?.top_k ?? undefined,
      scoreThreshold: retrieval_setting?.score_threshold ?? undefined,
      operators: false,
    });
    const metadata = filterOf(metadata_condition);
    const asked = { ...search, ...(metadata && { filter: { metadata } }) };
    const { data, ownMetadata } = await answerSearch(context, caller, asked, hybridWeights);
    const records = data.results.map(({ content, score, metadata: fields, document }, at) => ({
      content,
      score,
      title: document.name ?? document.externalId,
      metadata: { ...fields, ...ownMetadata[at], document_id: document.id },
    }));
    return { message: '', data: { records } };
  },
});
