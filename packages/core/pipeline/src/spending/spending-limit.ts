import type { Database } from '@docfleet/domain/database';
import { readMonthlyModelUsage } from '@docfleet/domain/usage';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { costOf, type PriceTable } from './price-table.ts';

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
export async function requireWithinLimit(
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
