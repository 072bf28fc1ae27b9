import { z } from 'zod';
import { route } from '../../http/route.ts';
import { exampleConfigs } from '../body.ts';
import { findConfigIssues } from '../check-configs.ts';
import { givenConfigs, withDefaults } from '../given-configs.ts';
import { coreConfigNames } from '../namespace-config.ts';

const checkNamespaceBody = z
  .strictObject({
    ...givenConfigs,
    only: z
      .array(z.enum([...coreConfigNames, 'rerankConfig', 'webScraperConfig']))
      .min(1)
      .optional()
      .describe('Tries these alone; unset: all four'),
  })
  .meta({ examples: [{ ...exampleConfigs, only: ['embeddingModelConfig'] }] });

const issue = z
  .object({ path: z.string().describe('The field that has to be mended'), message: z.string() })
  .meta({ examples: [{ path: 'embeddingModelConfig.apiKey', message: 'The key is not valid' }] });

export const checkNamespaceRoute = route({
  method: 'post',
  path: '/v1/namespaces/check',
  summary: 'Try out the configurations of a namespace',
  description:
    'What creating it would try, and nothing is kept. A form that asks for one configuration at a time shows each as it comes.',
  tags: ['Namespaces'],
  scope: 'admin',
  body: checkNamespaceBody,
  status: 200,
  reply: z.object({ issues: z.array(issue).describe('Empty: all is well') }),
  errors: [],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ body: { only, ...given } }, context) {
    const issues = await findConfigIssues(withDefaults(given, context), context, only);
    const message = issues.length === 0 ? 'All is well' : 'Something has to be mended';
    return { message, data: { issues } };
  },
});
