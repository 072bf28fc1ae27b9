import { z } from 'zod';
import type { Cost } from './calculate-cost.ts';
import type { EstimatedItem, EstimateOutcome, Figure } from './outcome.ts';

const figure = z
  .object({
    value: z.int(),
    basis: z.enum(['exact', 'estimated']).describe('estimated: concluded from a sample'),
    sampleSize: z
      .int()
      .nullable()
      .describe('Number of documents that were read for the estimate; null when it is exact'),
  })
  .meta({ id: 'EstimatedFigure' });

const item = z.object({
  externalId: z.string(),
  title: z.string().nullable(),
  wouldBe: z
    .enum(['NEW', 'UNCHANGED', 'CHANGED', 'SKIPPED', 'UNKNOWN'])
    .describe(
      'UNCHANGED: nothing of it is embedded again; SKIPPED: it cannot be ingested; UNKNOWN: it was not read',
    ),
  reason: z.string().nullable().describe('Reason for SKIPPED or UNKNOWN'),
  characters: z.int().nullable(),
  tokens: z.int().nullable(),
  embeddings: z.int().nullable().describe('Number of its chunks that would be embedded'),
});

export const estimateResponse = z
  .object({
    isComplete: z.boolean().describe('`true`: everything was read before the time limit'),
    trouble: z.string().nullable().describe('Parts of the source itself that could not be read'),
    documents: figure,
    skipped: figure.describe('Of the documents, those that cannot be ingested'),
    characters: figure,
    tokens: figure.describe('Of all chunks (cl100k_base), with what neighbors share'),
    chunks: figure,
    embeddings: figure.describe('Chunks that would be embedded'),
    reusedEmbeddings: figure.describe('Chunks that would not be, as they are stored already'),
    embeddedTokens: figure.describe('Tokens of the chunks that would be embedded'),
    contexts: figure.describe('Sentences of context that the context model would write'),
    contextTokens: figure.describe('Tokens that it would read and write for them, about'),
    ocrPages: figure,
    cost: z
      .object({
        currency: z.string().meta({ examples: ['EUR'] }),
        total: z.number(),
        parts: z.object({
          embedding: z.number(),
          context: z.number(),
          ocr: z.number(),
          scraping: z.number(),
        }),
      })
      .nullable(),
    costUnknownBecause: z.string().nullable(),
    items: z.array(item).describe('The first 100 documents'),
  })
  .meta({ id: 'Estimate' });

const presentItem = ({
  externalId,
  name: title,
  wouldBe,
  reason,
  counts,
}: EstimatedItem): z.input<typeof item> => ({
  externalId,
  title,
  wouldBe,
  reason,
  characters: counts?.characters ?? null,
  tokens: counts?.tokens ?? null,
  embeddings: counts?.embeddings ?? null,
});

/** Returns an estimate in the shape of `estimateResponse`. */
export function presentEstimate(
  { figures, read, isComplete, trouble, items }: EstimateOutcome,
  cost: Cost,
): z.input<typeof estimateResponse> {
  const presentFigure = ({ value, isExact }: Figure): z.input<typeof figure> => ({
    value,
    basis: isExact ? 'exact' : 'estimated',
    sampleSize: isExact ? null : read,
  });
  const { documents, skipped, characters, tokens, chunks, embeddings, embeddedTokens, ocrPages } = figures;
  const { contexts, contextInputTokens, contextOutputTokens } = figures;
  return {
    isComplete,
    trouble,
    documents: presentFigure(documents),
    skipped: presentFigure(skipped),
    characters: presentFigure(characters),
    tokens: presentFigure(tokens),
    chunks: presentFigure(chunks),
    embeddings: presentFigure(embeddings),
    reusedEmbeddings: presentFigure({ ...chunks, value: Math.max(0, chunks.value - embeddings.value) }),
    embeddedTokens: presentFigure(embeddedTokens),
    contexts: presentFigure(contexts),
    contextTokens: presentFigure({
      value: contextInputTokens.value + contextOutputTokens.value,
      isExact: contextInputTokens.isExact,
    }),
    ocrPages: presentFigure(ocrPages),
    ...('unknown' in cost
      ? { cost: null, costUnknownBecause: cost.unknown }
      : { cost, costUnknownBecause: null }),
    items: items.map(presentItem),
  };
}
