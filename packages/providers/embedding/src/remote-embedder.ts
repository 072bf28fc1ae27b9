import { AppError } from '@docfleet/errors';
import { requestInTime } from '@docfleet/provider';
import { acceptVectors } from './accept-vectors.ts';
import type { CapabilityMemory, EmbeddingCapabilities } from './capabilities.ts';
import { probeLimits } from './probe.ts';
import type { Embedder, EmbeddingContext, EmbeddingLimits, EmbeddingPurpose } from './provider.ts';
import { type Vendor, vendorError } from './vendor-error.ts';

/** Longest time for one request, from its first byte to the last byte of its answer. Vendors answer full batches in 1 to 5 seconds. */
export const requestDeadlineMs = 20_000;

export interface RemoteModel {
  readonly vendor: Vendor;
  readonly dimensions: number | undefined;
  readonly limits: EmbeddingLimits;
  /** Of a server that may take less than its kind does. */
  readonly memory?: CapabilityMemory<EmbeddingCapabilities> | undefined;
  /** Whether its limits cannot be looked up, and are to be probed. */
  readonly hasOwnLimits?: boolean;
  /** One request: a row of numbers per text, in order. May throw whatever its client throws. */
  request(
    texts: readonly string[],
    purpose: EmbeddingPurpose,
    signal: AbortSignal,
  ): Promise<readonly ArrayLike<unknown>[]>;
}

/** The limits of a kind of server, and what is known of this one where that is less. */
function limitsWith(limits: EmbeddingLimits, known: EmbeddingCapabilities): EmbeddingLimits {
  const least = (name: 'inputsPerRequest' | 'tokensPerRequest' | 'tokensPerInput') =>
    Math.min(limits[name], known[name] ?? limits[name]);
  return {
    ...limits,
    inputsPerRequest: least('inputsPerRequest'),
    tokensPerRequest: least('tokensPerRequest'),
    tokensPerInput: least('tokensPerInput'),
  };
}

/** Fails where all vectors have another dimension than those before: the server has another model, which no waiting changes back. */
function requireSameModel(
  rows: readonly ArrayLike<unknown>[],
  dimensions: number | undefined,
  { name }: Vendor,
): void {
  const length = rows[0]?.length;
  if (!length || dimensions === undefined || length === dimensions) return;
  if (rows.some((row) => row.length !== length)) return;
  throw new AppError('PROVIDER_REJECTED', `${name} has another model than before under this name`, {
    details: {
      setting: 'embeddingModelConfig.model',
      reason: `Vector 0 has ${length} dimensions where ${dimensions} were expected`,
    },
  });
}

/** Makes an Embedder of a vendor's request: adds the deadline, the judgement of the answer and the mapping of errors. */
export function remoteEmbedder(
  { vendor, limits, memory, hasOwnLimits = false, request, ...declared }: RemoteModel,
  { deadlineMs = requestDeadlineMs }: Pick<EmbeddingContext, 'deadlineMs'>,
): Embedder {
  let dimensions = declared.dimensions ?? memory?.known.dimensions;
  const embed: Embedder['embed'] = async (texts, purpose, signal) => {
    signal.throwIfAborted();
    if (texts.length === 0) return [];
    const { name } = vendor;
    const explain = (error: unknown) => vendorError(error, vendor);
    return requestInTime({ name, signal, deadlineMs, explain }, async (inTime) => {
      const rows = await request(texts, purpose, inTime);
      if (memory && declared.dimensions === undefined) requireSameModel(rows, dimensions, vendor);
      const vectors = acceptVectors(rows, { vendor: name, count: texts.length, dimensions });
      dimensions ??= vectors[0]?.length;
      memory?.learn({ dimensions });
      return vectors;
    });
  };
  return {
    model: vendor.model,
    get limits() {
      return memory ? limitsWith(limits, memory.known) : limits;
    },
    get dimensions() {
      return dimensions;
    },
    get capabilities() {
      return memory?.known;
    },
    embed,
    ...(memory && { learn: memory.learn }),
    ...(memory &&
      hasOwnLimits && { probe: (signal: AbortSignal) => probeLimits({ embed }, limits, memory, signal) }),
  };
}
