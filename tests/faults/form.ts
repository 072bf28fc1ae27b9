import { readConfig } from '@docfleet/runtime/config';
import { z } from 'zod';

const settings = readConfig(
  z.object({
    FAULTS: z.enum(['short', 'long']).default('short'),
    FAULTS_SEED: z.coerce.number().int().default(20_261_121),
    FAULTS_STORE: z.enum(['LANCEDB', 'PGVECTOR', 'QDRANT']).default('LANCEDB'),
    FAULTS_SOAK_MINUTES: z.coerce.number().positive().default(4),
    PREVIOUS_CHECKOUT: z.string().optional(),
  }),
);

/** Whether the long form runs, as `npm run test:faults` does. */
export const isLong: boolean = settings.FAULTS === 'long';

/** Seed of every random choice; FAULTS_SEED sets another. */
export const seed: number = settings.FAULTS_SEED;

/** Name of the vector store of the namespace `local`, beside PINECONE, which `remote` has. */
export const storeName: 'LANCEDB' | 'PGVECTOR' | 'QDRANT' = settings.FAULTS_STORE;

export const soakMinutes: number = settings.FAULTS_SOAK_MINUTES;

/** The folder of an installed checkout of the version before this one, to be run beside it. */
export const previousCheckout: string | undefined = settings.PREVIOUS_CHECKOUT;

/** Returns the number of times that something is done in the short and in the long form. */
export const times = (short: number, long: number): number => (isLong ? long : short);
