import { z } from 'zod';
import { route } from '../../http/route.ts';
import { configForm, configForms, connectionForm, connectionForms } from '../provider-forms.ts';

export const listProvidersRoute = route({
  method: 'get',
  path: '/v1/providers',
  summary: 'List the providers that namespaces can use, with the fields of their configurations',
  description:
    'What a form needs to ask for a configuration: the providers of models, stores and scrapers, the OAuth clients of connectors, and the settings of connections without a consent.',
  tags: ['Namespaces'],
  scope: 'read',
  status: 200,
  response: z.object({
    configurations: z.array(configForm),
    connections: z.array(connectionForm),
    defaultChatModel: z
      .object({
        provider: z.string().meta({ examples: ['OPENAI'] }),
        model: z.string().meta({ examples: ['llama3.2'] }),
      })
      .nullable()
      .describe('What answers questions in namespaces without a chatModelConfig'),
  }),
  errors: [],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle(_input, { providerSettings: { defaultChatModel: model } }) {
    const defaultChatModel = model ? { provider: model.provider, model: model.model } : null;
    const data = { configurations: [...configForms], connections: [...connectionForms], defaultChatModel };
    return { message: 'The providers of namespaces', data };
  },
});
