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
  response: z.object({ configurations: z.array(configForm), connections: z.array(connectionForm) }),
  errors: [],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  handle: async () => ({
    message: 'The providers of namespaces',
    data: { configurations: [...configForms], connections: [...connectionForms] },
  }),
});
