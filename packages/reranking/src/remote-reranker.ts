import {
  atMost,
  type RefusalNote,
  type RefusalSubject,
  type Vendor,
  vendorError,
  vendorFetch,
} from '@docfleet/embedding/vendor';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import type { RerankContext, Reranker } from './provider.ts';

export interface RemoteReranker {
  /** As its customers write it. */
  readonly name: string;
  readonly model: string;
  readonly apiKey: string;
  readonly url: string;
  readonly mostTexts: number;
  readonly body: (query: string, texts: readonly string[]) => Record<string, unknown>;
  readonly subjectOf?: (refusal: RefusalNote) => RefusalSubject | undefined;
}

/** The most that a vendor takes. */
const mostItems = 2_048;
const score = z.number();
const item = z.union([
  z
    .object({ index: z.int(), relevance_score: score })
    .transform((it) => ({ index: it.index, relevance: it.relevance_score })),
  z.object({ index: z.int(), score }).transform((it) => ({ index: it.index, relevance: it.score })),
]);
/** Cohere, Jina and most servers answer with `results`, Voyage with `data`, text-embeddings-inference with the list itself. */
const items = atMost(mostItems, item);
const reply = z.union([
  z.object({ results: items }).transform(({ results }) => results),
  z.object({ data: items }).transform(({ data }) => data),
  items,
]);

const unusable = (name: string, reason: string) =>
  new AppError('PROVIDER_UNAVAILABLE', `${name} answered with scores that cannot be used`, {
    details: { reason },
  });

/** One relevance for each of `count` texts, from whatever order they came in. */
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

/** Makes a Reranker of a vendor's `/rerank`: adds the judgement of the answer and the mapping of errors. */
export function remoteReranker(remote: RemoteReranker, { egress }: Pick<RerankContext, 'egress'>): Reranker {
  const { name, model, apiKey, url, mostTexts, subjectOf } = remote;
  const vendor: Vendor = {
    name,
    model,
    apiKey,
    config: 'rerankConfig',
    product: 'rerank',
    ...(subjectOf && { subjectOf }),
  };
  const fetch = vendorFetch(egress.fetch);
  return {
    model,
    mostTexts,
    async rerank(query, texts, signal) {
      signal.throwIfAborted();
      if (texts.length === 0) return [];
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify(remote.body(query, texts)),
          signal,
        });
        return inOrder(name, reply.parse(await response.json()), texts.length);
      } catch (error) {
        signal.throwIfAborted();
        throw vendorError(error, vendor);
      }
    },
  };
}
