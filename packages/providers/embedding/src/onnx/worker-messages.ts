import { z } from 'zod';
import type { LocalModel } from './models.ts';

/** Data that a worker is started with. */
export interface WorkerData {
  readonly folder: string;
  readonly model: Pick<
    LocalModel,
    'dimensions' | 'tokens' | 'pooling' | 'prefixes' | 'reads' | 'files' | 'archive'
  >;
  readonly threads: number;
}

/** Texts to embed, texts to compare with a query, or the id of a request whose caller has gone. */
export const workerRequest = z.union([
  z.object({ id: z.int(), texts: z.array(z.string()), purpose: z.enum(['query', 'document']) }),
  z.object({ id: z.int(), texts: z.array(z.string()), comparedWith: z.string() }),
  z.object({ cancelled: z.int() }),
]);
export type WorkToDo = Exclude<z.output<typeof workerRequest>, { cancelled: number }>;

/**
 * The vectors of a request's texts one after the other, or a similarity for each text, or why there are none; or that the model is loaded,
 * and that a batch of a longer request is computed.
 */
export const workerReply = z.union([
  z.object({ isAlive: z.literal(true) }),
  z.object({ id: z.int(), values: z.instanceof(Float32Array) }),
  z.object({ id: z.int(), error: z.string() }),
]);
