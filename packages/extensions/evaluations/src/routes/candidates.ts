import { extensionRoute } from '@docfleet/api/context';
import { findOwnNamespace } from '@docfleet/api/find-own-namespace';
import { z } from 'zod';
import { findOwnGoldenSet, goldenSetParams } from '../find-own.ts';
import { generateCandidates } from '../generate-candidates.ts';

const maxPassages = 20;

export const generateCandidatesRoute = extensionRoute({
  method: 'post',
  path: '/v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/candidates',
  tags: ['Evaluation'],
  summary: 'Generate candidate questions from the documents',
  description:
    'The chat model writes a question, its answer and a quote about passages drawn at random. Those whose quote occurs in the passage become candidates of the set, which are evaluated once they are accepted. A request takes 25 seconds at most and keeps what was written by then.',
  scope: 'ingest',
  params: goldenSetParams,
  body: z
    .strictObject({
      count: z
        .int()
        .min(1)
        .max(maxPassages)
        .default(10)
        .describe('Passages that questions are written about'),
    })
    .meta({ examples: [{ count: 10 }] }),
  status: 200,
  response: z.object({
    created: z.int().describe('Candidates that were added'),
    rejected: z
      .int()
      .describe(
        'Passages for which the model wrote no question with a quote that occurs, or one that the set has',
      ),
    isCutOff: z
      .boolean()
      .describe('Whether the time was over, or the model failed, before all passages were read'),
  }),
  errors: ['NAMESPACE_NOT_FOUND', 'GOLDEN_SET_NOT_FOUND', 'CHAT_MODEL_NOT_SET', 'SPENDING_LIMIT_REACHED'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ body, ...input }, context) {
    const { organizationId, params, signal } = input;
    const namespace = await findOwnNamespace(context, organizationId, params.namespaceId);
    const set = await findOwnGoldenSet(context, input);
    const data = await context.answerTurns.take(organizationId, signal, () =>
      generateCandidates(context, { namespace, set, count: body.count }, signal),
    );
    return { message: `${data.created} candidates were generated`, data };
  },
});
