import { AppError } from '@docfleet/errors';

/** Asks for one relevance per text, in one request. */
export type RerankRequest = (texts: readonly string[]) => Promise<number[]>;

/** The relevance of a text; undefined where a vendor judges others and leaves it out. */
export type Relevance = number | undefined;

/** Tests whether a failure may be of the texts of a request, their number or their length, and not of all requests. */
const mayBeOfTexts = (error: unknown): boolean =>
  error instanceof AppError && error.details['isOfTexts'] === true;

/** A reranking that is being taken apart. */
interface Splitting {
  readonly request: RerankRequest;
  /** Whether the server has judged anything. */
  isAnswering: boolean;
  /** The most texts that one request has had judged, and whether more were refused without one of them being at fault. */
  maxAccepted: number;
  wasRefused: boolean;
  hasCulprit: boolean;
}

/** Tests whether the server accepts any texts at all: then the failure is of these texts. */
async function answersOthers(splitting: Splitting): Promise<boolean> {
  splitting.isAnswering ||= await splitting.request(['test']).then(
    () => true,
    () => false,
  );
  return splitting.isAnswering;
}

async function rerankPart(splitting: Splitting, texts: readonly string[]): Promise<Relevance[]> {
  try {
    const relevances = await splitting.request(texts);
    splitting.isAnswering = true;
    splitting.maxAccepted = Math.max(splitting.maxAccepted, texts.length);
    return relevances;
  } catch (error) {
    if (!mayBeOfTexts(error) || !(await answersOthers(splitting))) throw error;
    if (texts.length === 1) {
      splitting.hasCulprit = true;
      return [undefined];
    }
    splitting.wasRefused = true;
    const middle = Math.ceil(texts.length / 2);
    return [
      ...(await rerankPart(splitting, texts.slice(0, middle))),
      ...(await rerankPart(splitting, texts.slice(middle))),
    ];
  }
}

/**
 * Reranks texts that share requests of at most `textsPerRequest`, so that none goes unjudged because of another: what is refused is halved until
 * the culprit stands alone. Calls `onLimit` with how many the server takes, if it refused more of them and none alone.
 */
export async function rerankApart(
  request: RerankRequest,
  texts: readonly string[],
  textsPerRequest: number,
  onLimit: (texts: number) => void,
): Promise<Relevance[]> {
  const splitting = { request, isAnswering: false, maxAccepted: 0, wasRefused: false, hasCulprit: false };
  const relevances: Relevance[] = [];
  for (let start = 0; start < texts.length; start += textsPerRequest)
    relevances.push(...(await rerankPart(splitting, texts.slice(start, start + textsPerRequest))));
  const { wasRefused, hasCulprit, maxAccepted } = splitting;
  if (wasRefused && !hasCulprit && maxAccepted > 0) onLimit(maxAccepted);
  return relevances;
}
