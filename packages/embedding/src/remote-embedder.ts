import { AppError } from '@docfleet/errors';
import { acceptVectors } from './accept-vectors.ts';
import type { Embedder, EmbeddingContext, EmbeddingLimits, EmbeddingPurpose } from './provider.ts';
import { type Vendor, vendorError } from './vendor-error.ts';

/** Longest time for one request, from its first byte to the last byte of its answer. Vendors answer full batches in 1 to 5 seconds. */
export const requestDeadlineMs = 20_000;

export interface RemoteModel {
  readonly vendor: Vendor;
  readonly dimensions: number | undefined;
  readonly limits: EmbeddingLimits;
  /** One request: a row of numbers per text, in order. May throw whatever its client throws. */
  request(
    texts: readonly string[],
    purpose: EmbeddingPurpose,
    signal: AbortSignal,
  ): Promise<readonly ArrayLike<unknown>[]>;
}

/** Makes an Embedder of a vendor's request: adds the deadline, the judgement of the answer and the mapping of errors. */
export function remoteEmbedder(
  { vendor, limits, request, ...declared }: RemoteModel,
  { deadlineMs = requestDeadlineMs }: Pick<EmbeddingContext, 'deadlineMs'>,
): Embedder {
  let { dimensions } = declared;
  return {
    model: vendor.model,
    limits,
    get dimensions() {
      return dimensions;
    },
    async embed(texts, purpose, signal) {
      signal.throwIfAborted();
      if (texts.length === 0) return [];
      const deadline = AbortSignal.timeout(deadlineMs);
      try {
        const rows = await request(texts, purpose, AbortSignal.any([signal, deadline]));
        const vectors = acceptVectors(rows, { vendor: vendor.name, count: texts.length, dimensions });
        dimensions ??= vectors[0]?.length;
        return vectors;
      } catch (error) {
        signal.throwIfAborted();
        const mapped = vendorError(error, vendor);
        if (deadline.aborted && mapped.code === 'PROVIDER_UNAVAILABLE') throw late(vendor, deadlineMs);
        throw mapped;
      }
    },
  };
}

const late = ({ name }: Vendor, deadlineMs: number) =>
  new AppError('PROVIDER_UNAVAILABLE', `${name} did not answer in time`, {
    details: { reason: `No whole answer within ${deadlineMs / 1_000} seconds` },
  });
