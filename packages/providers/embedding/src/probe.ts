import { AppError } from '@docfleet/errors';
import type { CapabilityMemory, EmbeddingCapabilities } from './capabilities.ts';
import type { Embedder, EmbeddingLimits } from './provider.ts';

/** A server that is asked for one thing after the other. */
interface Probing {
  readonly embed: (texts: readonly string[]) => Promise<Float32Array[]>;
  readonly limits: EmbeddingLimits;
}

/** Whether a server refused what it was given, and not the caller or the moment; llama.cpp answers 500 to a text that is too long. */
const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.details['isOfTexts'] === true;

/** From what the product sends at most, down to what no server refuses. */
const inputSteps = (most: number): number[] =>
  [most, 16, 10, 8, 4, 2, 1].filter((step, index) => index === 0 || step < most);

/** The last ones are what is left of 512 and 256 tokens of models whose own tokens are shorter. */
const tokenSteps = (most: number): number[] =>
  [most, 4_096, 2_048, 1_024, 512, 400, 256, 200, 128].filter((step, index) => index === 0 || step < most);

/** Asks again after what may be a fault of the moment: what is refused twice in a row is refused. */
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

/** Two texts of so many tokens that differ in the last eighth only. */
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

/** Servers that cut what is too long answer as gladly as those that read it: texts that differ at their ends distinguish them. */
const readsWhole = async ({ embed }: Probing, tokens: number): Promise<boolean> =>
  differ(await embed(twinsOf(tokens)));

const takesInputs = async ({ embed }: Probing, inputs: number): Promise<boolean> =>
  (await embed(Array.from({ length: inputs }, (_, index) => wordsOf(1, index)))).length === inputs;

/** Finds out how many texts a request may have and how long a text is read; what a server leaves unanswered stays unknown. */
export async function probeLimits(
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
