import { apiKey } from '@docfleet/provider';
import { z } from 'zod';

/**
 * https://docs.cohere.com/docs/cohere-embed: dimensions by model.
 * Cohere retired the v2.0 models on 4 April 2026; they stay, so that a namespace that names one gets Cohere's own refusal as its reason.
 */
export const cohereModels = {
  'embed-english-v3.0': 1_024,
  'embed-multilingual-v3.0': 1_024,
  'embed-english-light-v3.0': 384,
  'embed-multilingual-light-v3.0': 384,
  'embed-english-v2.0': 4_096,
  'embed-english-light-v2.0': 1_024,
  'embed-multilingual-v2.0': 768,
} as const satisfies Record<string, number>;

const models = Object.keys(cohereModels) as (keyof typeof cohereModels)[];

export const cohereConfig = z
  .strictObject({
    provider: z.literal('COHERE'),
    model: z.enum(models).meta({ title: 'Model' }),
    apiKey,
  })
  .meta({ title: 'Cohere' });
