import type { ModelUsage } from '@docfleet/domain/usage';
import { jsonSetting } from '@docfleet/runtime/config';
import { z } from 'zod';

const price = z.number().min(0);

const priceTable = z.strictObject({
  currency: z.string().min(1).max(10).default('USD'),
  /** Price of a million tokens, by provider and model. */
  embedding: z.record(z.string(), price).default({}),
  /** Prices of a million tokens that a chat model reads and writes, by provider and model. */
  chat: z.record(z.string(), z.strictObject({ input: price, output: price })).default({}),
  /** A page that OCR reads. */
  ocrPage: price.optional(),
  /** Price of a page, by provider. */
  scrapedPage: z.record(z.string(), price).default({}),
});

/** Prices of models per million tokens, set by the operator. */
export type PriceTable = z.output<typeof priceTable>;

export const priceSettings = {
  PRICE_TABLE: jsonSetting(priceTable)
    .optional()
    .describe(
      'What estimates and answers calculate with, as JSON: {"currency":"USD","embedding":{"OPENAI/text-embedding-3-small":0.02},"chat":{"OPENAI/gpt-4.1-mini":{"input":0.4,"output":1.6}},"ocrPage":0.001,"scrapedPage":{"FIRECRAWL":0.001}}; embedding and chat are for a million tokens, the others for a page; unset: they have no cost',
    ),
};

/** Returns the cost of a chat model's tokens in the table's currency; undefined when the table has no price for the model. */
export function costOf(
  table: PriceTable | undefined,
  { model, inputTokens, outputTokens }: Pick<ModelUsage, 'model' | 'inputTokens' | 'outputTokens'>,
): number | undefined {
  const price = table?.chat[model];
  return price && (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}
