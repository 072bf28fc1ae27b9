import { type ChatModel, type ChatUsage, estimateUsage } from '@docfleet/chat';
import type { Database } from '@docfleet/domain/database';
import { type ModelUse, recordModelUsage } from '@docfleet/domain/usage';
import type { PriceTable } from './price-table.ts';
import { requireWithinLimit, type SpendingLimit } from './spending-limit.ts';

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
