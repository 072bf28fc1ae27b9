import { z } from 'zod';
import { apiKey } from '../../api-key.ts';

export const jinaConfig = z
  .strictObject({
    provider: z.literal('JINA'),
    model: z.literal('jina-embeddings-v3').meta({ title: 'Model' }),
    apiKey,
  })
  .meta({ title: 'Jina' });
