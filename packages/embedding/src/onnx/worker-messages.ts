import { z } from 'zod';
import type { LocalModel } from './models.ts';

/** What a worker is started with. */
export interface WorkerData {
  readonly folder: string;
  readonly model: Pick<LocalModel, 'dimensions' | 'tokens' | 'pooling' | 'prefixes'>;
  readonly threads: number;
}

export const workerRequest = z.object({
  id: z.int(),
  texts: z.array(z.string()),
  purpose: z.enum(['query', 'document']),
});
export type WorkerRequest = z.output<typeof workerRequest>;

/** The vectors of a request's texts one after the other, or why there are none. */
export const workerReply = z.union([
  z.object({ id: z.int(), vectors: z.instanceof(Float32Array) }),
  z.object({ id: z.int(), error: z.string() }),
]);
