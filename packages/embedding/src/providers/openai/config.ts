import { z } from 'zod';
import { apiKey } from '../../api-key.ts';
import { baseUrl } from '../../base-url.ts';
import { isKnownModel, knownModels } from './models.ts';

/** With `baseUrl`, any server that speaks this API and any model of it; such a server may not want a key, but one must be given. */
export const openAiConfig = z
  .strictObject({
    provider: z.literal('OPENAI'),
    model: z.string().min(1).max(200),
    apiKey,
    baseUrl: baseUrl.optional(),
    dimensions: z.int().min(1).max(16_384).optional(),
  })
  .check(({ value, issues }) => {
    const { model, baseUrl, dimensions } = value;
    if (isKnownModel(model)) {
      const known = knownModels[model];
      const most = known.shortens ? known.dimensions : 0;
      if (dimensions === undefined || dimensions <= most || dimensions === known.dimensions) return;
      const message = `${model} gives ${most ? `at most ${most}` : known.dimensions} dimensions`;
      issues.push({ code: 'custom', path: ['dimensions'], message, input: dimensions });
    } else if (!baseUrl) {
      const message = `Without a baseUrl the model is one of ${Object.keys(knownModels).join(', ')}`;
      issues.push({ code: 'custom', path: ['model'], message, input: model });
    }
  });
