import { z } from 'zod';
import { route } from '../../http/route.ts';
import { exampleConfigs } from '../body.ts';
import { findConfigIssues } from '../check-configs.ts';
import { givenConfigs, withDefaults } from '../given-configs.ts';
import { checkedConfigNames } from '../namespace-config.ts';

const checkNamespaceBody = z
  .strictObject({
    ...givenConfigs,
    only: z.array(z.enum(checkedConfigNames)).min(1).optional().describe('Tries these alone; unset: all'),
  })
  .meta({ examples: [{ ...exampleConfigs, only: ['embeddingModelConfig'] }] });

const issue = z
  .object({ path: z.string().describe('The field to correct'), message: z.string() })
  .meta({ examples: [{ path: 'embeddingModelConfig.apiKey', message: 'The key is not valid' }] });

export const checkNamespaceRoute = route({
  method: 'post',
  path: '/v1/namespaces/check',
  summary: 'Try out the configurations of a namespace',
  description:
    'Performs the checks of its creation and stores nothing, so that a form can check one configuration at a time.',
  tags: ['Namespaces'],
  scope: 'admin',
  body: checkNamespaceBody,
  status: 200,
  response: z.object({ issues: z.array(issue).describe('Empty: all is well') }),
  errors: [],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ body: { only, ...given } }, context) {
    const issues = await findConfigIssues(withDefaults(given, context), context, only);
    const verdict = issues.length === 0 ? 'The configuration is valid' : 'The configuration has errors';
    const shown = issues.map(({ path, message }) => ({ path, message }));
    return { message: verdict, data: { issues: shown } };
  },
});
