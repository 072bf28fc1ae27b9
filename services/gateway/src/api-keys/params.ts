import { z } from 'zod';

export const apiKeyParams = z.object({ apiKeyId: z.string() });
