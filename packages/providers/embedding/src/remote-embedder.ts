import { AppError } from '@docfleet/errors';
import { requestInTime } from '@docfleet/provider';
import { acceptVectors } from './accept-vectors.ts';
import type { CapabilityMemory, EmbeddingCapabilities } from './capabilities.ts';
import type { Embedder, EmbeddingContext, EmbeddingLimits, EmbeddingPurpose } from './provider.ts';
import { type Vendor, vendorError } from './vendor-error.ts';

/** A server that is asked for one thing after the other. */
interface Probing {
  readonly embed: (texts: readonly string[]) => Promise<Float32Array[]>;
  readonly limits: EmbeddingLimits;
}

/**
 * Whether a server refused the input, rather than the caller or because of a transient state; llama.cpp answers 500 to a text that
 * is too long.
 */
const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.details['isOfTexts'] === true;

/** Sizes of requests to try, from the product's maximum down to a size that no server refuses. */
const inputSteps = (most: number): number[] =>
  [most, 16, 10, 8, 4, 2, 1].filter((step, index) => index === 0 || step < most);

/** Token limits to try; the last ones are the remainders of 512 and 256 tokens for models with shorter tokens. */
const tokenSteps = (most: number): number[] =>
  [most, 4_096, 2_048, 1_024, 512, 400, 256, 200, 128].filter((step, index) => index === 0 || step < most);

/** Retries once after a failure that may be transient: a text refused twice in a row counts as refused. */
async function isTakenTwice(isTaken: () => Promise<boolean>, isSecond = false): Promise<boolean> {
  try {
    return await isTaken();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return !isSecond && error.retryable ? isTakenTwice(isTaken, true) : false;
  }
}

/** The first step that `isTaken`; undefined where none is. Rejects with what says nothing about the step. */
async function firstTaken(
  steps: readonly number[],
  isTaken: (step: number) => Promise<boolean>,
): Promise<number | undefined> {
  for (const step of steps) if (await isTakenTwice(() => isTaken(step))) return step;
  return undefined;
}

/** Words of one cl100k_base token each, with the space before them. */
const words = ['river', 'stone', 'light', 'water', 'green', 'house', 'table', 'winter'];
const wordsOf = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => words[(index + from) % words.length]).join(' ');

/** Returns two texts of `tokens` tokens that differ in the last eighth only. */
function twinsOf(tokens: number): [string, string] {
  const tail = Math.max(1, Math.floor(tokens / 8));
  const head = wordsOf(tokens - tail, 0);
  return [`${head} ${wordsOf(tail, 1)}`, `${head} ${Array(tail).fill('music').join(' ')}`];
}

/** Beyond what the order of a machine's additions changes; an eighth that is read changes more. */
const minDifference = 1e-5;

function differ([first, second]: readonly Float32Array[]): boolean {
  if (!first || !second) return false;
  const cosine = first.reduce((sum, value, index) => sum + value * (second[index] ?? 0), 0);
  return 1 - cosine > minDifference;
}

/**
 * Tests whether a server reads texts to their end: servers that truncate accept them as well, so that texts with different ends
 * distinguish them.
 */
const readsWhole = async ({ embed }: Probing, tokens: number): Promise<boolean> =>
  differ(await embed(twinsOf(tokens)));

const takesInputs = async ({ embed }: Probing, inputs: number): Promise<boolean> =>
  (await embed(Array.from({ length: inputs }, (_, index) => wordsOf(1, index)))).length === inputs;

/** Finds out how many texts a request may have and how long a text is read; what a server leaves unanswered stays unknown. */
async function probeLimits(
  embedder: Pick<Embedder, 'embed'>,
  limits: EmbeddingLimits,
  memory: CapabilityMemory<EmbeddingCapabilities>,
  signal: AbortSignal,
): Promise<void> {
  const probing = { limits, embed: (texts: readonly string[]) => embedder.embed(texts, 'document', signal) };
  try {
    const inputsPerRequest = await firstTaken(inputSteps(limits.inputsPerRequest), (step) =>
      takesInputs(probing, step),
    );
    // A server that takes not even one text is broken.
    if (inputsPerRequest === undefined) return;
    memory.learn({ inputsPerRequest });
    const tokensPerInput = await firstTaken(tokenSteps(limits.tokensPerInput), (step) =>
      readsWhole(probing, step),
    );
    if (tokensPerInput !== undefined) memory.learn({ tokensPerInput });
  } catch {
    // The server is away, slow or limits requests: that says nothing about what it takes, and use will show it.
  }
}

/** Longest time for one request, from its first byte to the last byte of its answer. Vendors answer full batches in 1 to 5 seconds. */
export const requestDeadlineMs = 20_000;

export interface RemoteModel {
  readonly vendor: Vendor;
  readonly dimensions: number | undefined;
  readonly limits: EmbeddingLimits;
  /** Learned capabilities of a server that may accept less than others of its kind. */
  readonly memory?: CapabilityMemory<EmbeddingCapabilities> | undefined;
  /** Whether its limits cannot be looked up, and are to be probed. */
  readonly hasOwnLimits?: boolean;
  /** One request: a row of numbers per text, in order. May throw any error of its client. */
  request(
    texts: readonly string[],
    purpose: EmbeddingPurpose,
    signal: AbortSignal,
  ): Promise<readonly ArrayLike<unknown>[]>;
}

/** Returns the limits of a kind of server, reduced to those known of this one. */
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

/** Makes an Embedder of a vendor's request: adds the deadline, the judgment of the answer and the mapping of errors. */
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
