import { PartlyUsable } from '@docfleet/embedding';
import { AppError } from '@docfleet/errors';

/** Result of one text: its vector, or the error. */
export type Outcome = Float32Array | Error;

/** Called once for each text of a request, by its place in it. */
type OnOutcome = (index: number, outcome: Outcome) => void;

/** Tests whether a failure may be of the texts of a request, their number or their length, and not of all requests. */
const mayBeOfTexts = (error: unknown): error is AppError =>
  error instanceof AppError && error.details['isOfTexts'] === true;

/** A model that answers for other texts will not answer for this one tomorrow. */
const maxTextAttempts = 6;

/** Marks what a model does not embed while it embeds others: it is tried again less often than a model that is away. */
const ofOneText = (error: AppError): AppError =>
  error.retryable
    ? new AppError(error.code, error.message, {
        details: { ...error.details, isOfOneText: true, maxAttempts: maxTextAttempts },
      })
    : error;

/** Texts of one request, and where they stand in the first. */
interface Part {
  readonly texts: readonly string[];
  readonly offset: number;
}

type Embed = (texts: readonly string[]) => Promise<Float32Array[]>;

/** A request that is being taken apart. */
interface Splitting {
  readonly embed: Embed;
  readonly onOutcome: OnOutcome;
  /** Whether the server has embedded anything since. */
  isAnswering: boolean;
  hasCulprit: boolean;
  /** Maximum of texts that one request has succeeded with. */
  maxAccepted: number;
}

function halves({ texts, offset }: Part): Part[] {
  const middle = Math.ceil(texts.length / 2);
  return [
    { texts: texts.slice(0, middle), offset },
    { texts: texts.slice(middle), offset: offset + middle },
  ];
}

/** Tests whether the server embeds any text at all: then the failure is of these texts. */
async function answersOthers(splitting: Splitting): Promise<boolean> {
  splitting.isAnswering ||= await splitting.embed(['test']).then(
    () => true,
    () => false,
  );
  return splitting.isAnswering;
}

/** Keeps the vectors that can be used, and returns the other texts, each alone. */
function keepUsable(splitting: Splitting, { texts, offset }: Part, { vectors }: PartlyUsable): Part[] {
  return vectors.flatMap((vector, index) => {
    if (!vector) return [{ texts: texts.slice(index, index + 1), offset: offset + index }];
    splitting.isAnswering = true;
    splitting.onOutcome(offset + index, vector);
    return [];
  });
}

/** Settles a part that failed; returns the parts that are to be asked for by themselves. */
async function settleFailure(splitting: Splitting, part: Part, error: unknown): Promise<Part[]> {
  const { texts, offset } = part;
  const failWith = (failure: Error) => {
    for (const index of texts.keys()) splitting.onOutcome(offset + index, failure);
    return [];
  };
  const isPartly = error instanceof PartlyUsable && error.vectors.some((vector) => vector !== undefined);
  if (!mayBeOfTexts(error)) return failWith(AppError.from(error));
  if (isPartly && texts.length > 1) return keepUsable(splitting, part, error);
  if (!(await answersOthers(splitting))) return failWith(error);
  if (texts.length > 1) return halves(part);
  splitting.hasCulprit = true;
  return failWith(ofOneText(error));
}

async function embedPart(splitting: Splitting, part: Part): Promise<void> {
  const { texts, offset } = part;
  let vectors: readonly Float32Array[];
  try {
    vectors = await splitting.embed(texts);
  } catch (error) {
    for (const smaller of await settleFailure(splitting, part, error)) await embedPart(splitting, smaller);
    return;
  }
  splitting.isAnswering = true;
  splitting.maxAccepted = Math.max(splitting.maxAccepted, texts.length);
  for (const [index, vector] of vectors.entries()) splitting.onOutcome(offset + index, vector);
}

/**
 * Embeds texts that share a request, so that none fails for another: where the texts may be at fault, and a word of our own is embedded all the
 * same, the request is halved until the culprit stands alone. Returns how many texts the server takes at most, if it refused more of them
 * and none alone; undefined if that did not show.
 */
export async function embedApart(
  embed: Embed,
  texts: readonly string[],
  onOutcome: OnOutcome,
): Promise<number | undefined> {
  let wasRefused = false;
  const noting: Embed = (part) =>
    embed(part).catch((error: unknown) => {
      wasRefused ||= mayBeOfTexts(error) && error.code === 'PROVIDER_REJECTED';
      throw error;
    });
  const splitting = { embed: noting, onOutcome, isAnswering: false, hasCulprit: false, maxAccepted: 0 };
  await embedPart(splitting, { texts, offset: 0 });
  return wasRefused && !splitting.hasCulprit && splitting.maxAccepted > 0 ? splitting.maxAccepted : undefined;
}
