import {
  type CapabilityMemory,
  openCapabilities,
  type Vendor,
  vendorError,
} from '@docfleet/embedding/vendor';
import { AppError } from '@docfleet/errors';
import { atMost, requestInTime, vendorFetch } from '@docfleet/provider';
import { z } from 'zod';
import {
  type RerankCapabilities,
  type RerankContext,
  type Reranker,
  rerankCapabilities,
} from './provider.ts';

/** Asks for one relevance per text, in one request. */
type RerankRequest = (texts: readonly string[]) => Promise<number[]>;

/** The relevance of a text; undefined where a vendor judges others and leaves it out. */
type Relevance = number | undefined;

/** Tests whether a failure may be of the texts of a request, their number or their length, and not of all requests. */
const mayBeOfTexts = (error: unknown): boolean =>
  error instanceof AppError && error.details['isOfTexts'] === true;

/** A reranking that is being taken apart. */
interface Splitting {
  readonly request: RerankRequest;
  /** Whether the server has judged anything. */
  isAnswering: boolean;
  /** Maximum of texts that one request has succeeded with, and whether larger requests were refused without a text at fault. */
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
 * Reranks texts in shared requests of at most `textsPerRequest`; a refused request is halved until the culprit stands alone, so that
 * no other text goes unscored because of it. Calls `onLimit` with the number that the server accepts, if it refused more and none
 * alone.
 */
async function rerankApart(
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

export interface RemoteReranker {
  /** Name of the vendor for users. */
  readonly name: string;
  readonly model: string;
  readonly apiKey: string;
  readonly url: string;
  readonly maxTexts: number;
  /** Set for a server whose limits cannot be looked up. */
  readonly hasOwnLimits?: true;
  readonly body: (query: string, texts: readonly string[]) => Record<string, unknown>;
  readonly subjectOf?: Vendor['subjectOf'];
}

/** Longest time for one request: a model without a graphics card judges a hundred texts in some seconds. */
const deadlineMs = 30_000;

/** Maximum of texts in one request, of the vendor with the highest limit. */
const maxItems = 2_048;
const score = z.number();
const item = z.union([
  z
    .object({ index: z.int(), relevance_score: score })
    .transform((it) => ({ index: it.index, relevance: it.relevance_score })),
  z.object({ index: z.int(), score }).transform((it) => ({ index: it.index, relevance: it.score })),
]);
/** Cohere, Jina and most servers answer with `results`, Voyage with `data`, text-embeddings-inference with the list itself. */
const items = atMost(maxItems, item);
const reply = z.union([
  z.object({ results: items }).transform(({ results }) => results),
  z.object({ data: items }).transform(({ data }) => data),
  items,
]);

const unusable = (name: string, reason: string) =>
  new AppError('PROVIDER_UNAVAILABLE', `${name} answered with scores that cannot be used`, {
    details: { reason },
  });

/** Returns one relevance for each of `count` texts, in their order. */
function inOrder(name: string, items: z.output<typeof reply>, count: number): number[] {
  const byIndex = new Map(items.map(({ index, relevance }) => [index, relevance]));
  if (byIndex.size !== count || items.length !== count)
    throw unusable(name, `It scored ${byIndex.size} of ${count} texts`);
  return Array.from({ length: count }, (_, index) => {
    const relevance = byIndex.get(index);
    if (relevance === undefined) throw unusable(name, `It has no score for text ${index}`);
    return relevance;
  });
}

/** Returns the numbers of texts to probe, from what the product sends at most down to what every server accepts. */
const probedTexts = (maxTexts: number) =>
  [maxTexts, 64, 32, 16, 8, 4, 1].filter((count) => count <= maxTexts);

/** Finds out how many texts a request may have; what a server leaves unanswered stays unknown. */
async function probeTexts(
  request: RerankRequest,
  maxTexts: number,
  memory: CapabilityMemory<RerankCapabilities>,
): Promise<void> {
  for (const textsPerRequest of probedTexts(maxTexts)) {
    try {
      await request(Array(textsPerRequest).fill('test'));
      return memory.learn({ textsPerRequest });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'PROVIDER_REJECTED')) return;
    }
  }
}

/** Makes one request of a vendor's `/rerank`, with the judgment of the answer and the mapping of errors. */
function requestOf(remote: RemoteReranker, fetch: typeof globalThis.fetch) {
  const { name, model, apiKey, url, subjectOf } = remote;
  const vendor: Vendor = {
    name,
    model,
    apiKey,
    config: 'rerankConfig',
    product: 'rerank',
    ...(subjectOf && { subjectOf }),
  };
  return async (query: string, texts: readonly string[], signal: AbortSignal): Promise<number[]> => {
    const explain = (error: unknown) => vendorError(error, vendor);
    return requestInTime({ name, signal, deadlineMs, explain }, async (inTime) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(remote.body(query, texts)),
        signal: inTime,
      });
      return inOrder(name, reply.parse(await response.json()), texts.length);
    });
  };
}

/** Makes a Reranker of a vendor's `/rerank`: texts share requests, and none is left unjudged because of another. */
export function remoteReranker(remote: RemoteReranker, context: RerankContext): Reranker {
  const { model, maxTexts } = remote;
  const request = requestOf(remote, vendorFetch(context.egress.fetch));
  const memory = openCapabilities(rerankCapabilities, remote.hasOwnLimits ? context : {});
  return {
    model,
    maxTexts,
    get capabilities() {
      return remote.hasOwnLimits && memory.known;
    },
    async rerank(query, texts, signal) {
      signal.throwIfAborted();
      const textsPerRequest = Math.min(maxTexts, memory.known.textsPerRequest ?? maxTexts);
      const ask: RerankRequest = (part) => request(query, part, signal);
      return rerankApart(ask, texts, textsPerRequest, (accepted) =>
        memory.learn({ textsPerRequest: accepted }),
      );
    },
    ...(remote.hasOwnLimits && {
      probe: (signal: AbortSignal) => probeTexts((part) => request('test', part, signal), maxTexts, memory),
    }),
  };
}
