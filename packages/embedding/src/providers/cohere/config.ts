import { z } from 'zod';
import { apiKey } from '../../api-key.ts';
import { cohereModels } from './models.ts';

const models = Object.keys(cohereModels) as (keyof typeof cohereModels)[];

export const cohereConfig = z
  .strictObject({
    provider: z.literal('COHERE'),
    model: z.enum(models).meta({ title: 'Model' }),
    apiKey,
  })
  .meta({ title: 'Cohere' });
