import { apiKey, baseUrl } from '@docfleet/provider';
import { z } from 'zod';
import { isKnownModel, knownModels } from './models.ts';

/** With `baseUrl`, any server that speaks this API and any model of it; such a server may not want a key, but one must be given. */
export const openAiConfig = z
  .strictObject({
    provider: z.literal('OPENAI'),
    model: z
      .string()
      .min(1)
      .max(200)
      .meta({ title: 'Model', examples: ['text-embedding-3-small'] }),
    apiKey,
    baseUrl: baseUrl
      .meta({
        title: 'Base URL',
        description: 'Only for a server that is compatible with the API of OpenAI',
        examples: ['https://api.openai.com/v1'],
      })
      .optional(),
    dimensions: z
      .int()
      .min(1)
      .max(16_384)
      .meta({
        title: 'Dimensions',
        description: 'Fewer than the model has by default, where it supports that',
      })
      .optional(),
  })
  .check(({ value, issues }) => {
    const { model, baseUrl, dimensions } = value;
    if (isKnownModel(model)) {
      const known = knownModels[model];
      const most = known.shortens ? known.dimensions : 0;
      if (dimensions === undefined || dimensions <= most || dimensions === known.dimensions) return;
      const message = `${model} returns ${most ? `at most ${most}` : known.dimensions} dimensions`;
      issues.push({ code: 'custom', path: ['dimensions'], message, input: dimensions });
    } else if (!baseUrl) {
      const message = `Without a baseUrl the model is one of ${Object.keys(knownModels).join(', ')}`;
      issues.push({ code: 'custom', path: ['model'], message, input: model });
    }
  })
  .meta({ title: 'OpenAI or a compatible server' });
