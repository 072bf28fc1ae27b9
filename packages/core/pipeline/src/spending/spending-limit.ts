import { type ChatModel, type ChatUsage, estimateUsage } from '@docfleet/chat';
import type { Database } from '@docfleet/domain/database';
import {
  type ModelUsage,
  type ModelUse,
  readMonthlyModelUsage,
  recordModelUsage,
} from '@docfleet/domain/usage';
import { AppError } from '@docfleet/errors';
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
      'Prices for estimates and answers, as JSON: {"currency":"USD","embedding":{"OPENAI/text-embedding-3-small":0.02},"chat":{"OPENAI/gpt-4.1-mini":{"input":0.4,"output":1.6}},"ocrPage":0.001,"scrapedPage":{"FIRECRAWL":0.001}}; embedding and chat are for a million tokens, the others for a page; unset: they have no cost',
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

/** A namespace's `spendingLimitConfig`: what its chat models may use in a calendar month (UTC). */
export const spendingLimitConfig = z
  .strictObject({
    tokensPerMonth: z
      .int()
      .min(0)
      .optional()
      .meta({ title: 'Tokens per month', description: 'Read and written together', examples: [10_000_000] }),
    costPerMonth: z
      .int()
      .min(0)
      .optional()
      .meta({
        title: 'Cost per month',
        description: "In the currency of the operator's PRICE_TABLE, which needs a price for each chat model",
        examples: [50],
      }),
  })
  .refine(({ tokensPerMonth, costPerMonth }) => tokensPerMonth !== undefined || costPerMonth !== undefined, {
    error: 'needs tokensPerMonth or costPerMonth',
  });
export type SpendingLimit = z.output<typeof spendingLimitConfig>;

/** The next attempt of work that waits: a new month may have begun, or the limit been raised. */
const retryAfterMs = 15 * 60_000;

const reached = (message: string) =>
  new AppError('SPENDING_LIMIT_REACHED', message, {
    details: { setting: 'spendingLimitConfig', retryAfterMs },
  });

/**
 * Throws SPENDING_LIMIT_REACHED when a namespace has reached its limit of this month, PROVIDER_REJECTED when the price of a model is
 * unknown.
 */
async function requireWithinLimit(
  database: Database,
  { tokensPerMonth, costPerMonth }: SpendingLimit,
  {
    namespaceId,
    model,
    priceTable,
  }: { namespaceId: string; model: string; priceTable: PriceTable | undefined },
): Promise<void> {
  const used = await readMonthlyModelUsage(database, namespaceId);
  const tokens = used.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
  if (tokensPerMonth !== undefined && tokens >= tokensPerMonth)
    throw reached(
      `The chat models of the namespace have used ${tokens} of the ${tokensPerMonth} tokens that they may use this month`,
    );
  if (costPerMonth === undefined) return;
  const unpriced = [model, ...used.map((one) => one.model)].find((name) => !priceTable?.chat[name]);
  if (unpriced !== undefined)
    throw new AppError(
      'PROVIDER_REJECTED',
      `PRICE_TABLE has no price for ${unpriced}, so that its cost cannot be limited`,
      { details: { setting: 'spendingLimitConfig.costPerMonth' } },
    );
  const cost = used.reduce((sum, usage) => sum + (costOf(priceTable, usage) ?? 0), 0);
  if (cost >= costPerMonth)
    throw reached(
      `The chat models of the namespace have cost ${cost.toFixed(2)} of the ${costPerMonth} ${priceTable?.currency ?? ''} that they may cost this month`,
    );
}

/** Dependencies for counting and limiting requests to chat models. */
export interface Spending {
  readonly database: Database;
  readonly priceTable: PriceTable | undefined;
  /** Undefined where the namespace has none. */
  readonly limit: SpendingLimit | undefined;
}

/**
 * Wraps the model so that each request is counted for a namespace, including canceled ones: vendors bill the tokens they have read,
 * and a caller who leaves before the first part would otherwise read for free. Rejects with SPENDING_LIMIT_REACHED before a request
 * once the namespace's limit is reached; concurrent requests may exceed the limit by their own use.
 */
export function meterChat(
  chat: ChatModel,
  { database, priceTable, limit }: Spending,
  use: ModelUse,
): ChatModel {
  const { provider } = chat;
  const model = `${provider}/${chat.model}`;

  async function* complete(...[request, signal]: Parameters<ChatModel['complete']>) {
    if (limit) await requireWithinLimit(database, limit, { namespaceId: use.namespaceId, model, priceTable });
    signal.throwIfAborted();
    let hasBegun = false;
    let written = 0;
    let counted: ChatUsage | undefined;
    try {
      for await (const part of chat.complete(request, signal)) {
        hasBegun = true;
        if (part.type === 'text') written += part.text.length;
        else counted = part.usage;
        yield part;
      }
    } finally {
      if (hasBegun || signal.aborted)
        await recordModelUsage(database, use, { model, ...(counted ?? estimateUsage(request, written)) });
    }
  }
  return { provider, model: chat.model, complete };
}
