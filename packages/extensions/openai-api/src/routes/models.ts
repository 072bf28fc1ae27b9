import { extensionRoute } from '@docfleet/api/context';
import { findOwnNamespace } from '@docfleet/api/find-own';
import { listNamespaces, type Namespace } from '@docfleet/domain/namespace';
import { z } from 'zod';
import { openAiForm } from '../open-ai-form.ts';
import { seconds, storeId } from '../present-file.ts';

const model = z
  .object({
    id: storeId,
    object: z.literal('model'),
    created: z.int(),
    owned_by: z.literal('docfleet'),
  })
  .meta({ id: 'OpenAiModel' });

const present = ({ name, createdAt }: Namespace): z.input<typeof model> => ({
  id: name,
  object: 'model',
  created: seconds(createdAt),
  owned_by: 'docfleet',
});

const listModels = extensionRoute({
  ...openAiForm,
  path: '/v1/models',
  summary: 'List the namespaces as models, in the form of OpenAI',
  description:
    'Clients that let people choose a model show them the namespaces: a chat with one is answered from its documents.',
  response: z.object({ object: z.literal('list'), data: z.array(model) }),
  errors: [],

  async handle({ organizationId }, { database }) {
    const data = (await listNamespaces(database, organizationId)).map(present);
    return { message: '', data: { object: 'list' as const, data } };
  },
});

const getModel = extensionRoute({
  ...openAiForm,
  path: '/v1/models/{modelId}',
  summary: 'Get a namespace as a model, in the form of OpenAI',
  description: 'Clients look up the model that they were set up with: the name of a namespace.',
  params: z.object({ modelId: storeId }),
  response: model,
  errors: ['NAMESPACE_NOT_FOUND'],

  async handle({ params: { modelId }, organizationId }, context) {
    return { message: '', data: present(await findOwnNamespace(context, organizationId, modelId)) };
  },
});

export const modelRoutes = [listModels, getModel];
