import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import type { ConnectorContext } from '../../provider.ts';
import { createVendorClient } from '../../vendor-client.ts';
import { boxVendor } from './vendor.ts';

const publicUrl = 'https://api.box.com/2.0';

const reference = z.object({ id: z.string(), type: z.string() });
const webhook = z.object({ id: z.string() });
const webhookList = z.object({
  entries: z.array(z.object({ id: z.string(), target: reference.nullish() })),
  next_marker: z.string().nullish(),
});
const nothing = z.unknown();

export interface WebhookOrder {
  readonly target: z.output<typeof reference>;
  readonly address: string;
  readonly triggers: readonly string[];
}

const statusOf = (error: unknown) => (error instanceof AppError ? error.details['status'] : undefined);

/** https://developer.box.com/reference/post-webhooks: webhooks of the account; one for each file or folder and application. */
export function openBoxWebhooks(context: ConnectorContext): (signal: AbortSignal) => {
  /** Creates a webhook; one that the application has for the same target already is changed instead. */
  put(order: WebhookOrder): Promise<string>;
  delete(id: string): Promise<void>;
} {
  const client = createVendorClient(boxVendor, context);
  const base = context.endpoints['api'] ?? publicUrl;
  const at = (id: string) => `${base}/webhooks/${encodeURIComponent(id)}`;
  const bodyOf = (method: string, body: object): RequestInit => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (signal) => {
    async function findWebhook({ id, type }: WebhookOrder['target']): Promise<string | undefined> {
      for (let marker: string | null | undefined; marker !== null; ) {
        const query = new URLSearchParams({ limit: '200', ...(marker && { marker }) });
        const page = await client.json(`${base}/webhooks?${query}`, {}, webhookList, signal);
        const found = page.entries.find(({ target }) => target?.id === id && target.type === type);
        if (found) return found.id;
        marker = page.next_marker || null;
      }
      return undefined;
    }
    return {
      async put(order) {
        try {
          return (await client.json(`${base}/webhooks`, bodyOf('POST', order), webhook, signal)).id;
        } catch (error) {
          const existing = statusOf(error) === 409 ? await findWebhook(order.target) : undefined;
          if (existing === undefined) throw error;
          const { address, triggers } = order;
          await client.json(at(existing), bodyOf('PUT', { address, triggers }), nothing, signal);
          return existing;
        }
      },
      async delete(id) {
        await client.json(at(id), { method: 'DELETE' }, nothing, signal);
      },
    };
  };
}
