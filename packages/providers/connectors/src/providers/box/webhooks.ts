import { AppError } from '@docfleet/errors';
import type { WebhooksManager } from 'box-node-sdk/managers/webhooks';
import type { NetworkSession } from 'box-node-sdk/networking';
import { z } from 'zod';
import type { ConnectorContext } from '../../provider.ts';
import { accept, createVendorClient } from '../../vendor-client.ts';
import { baseOf, callBox, loadSdk } from './api.ts';
import { boxVendor } from './vendor.ts';

const reference = z.object({ id: z.string(), type: z.string() });
const webhook = z.object({ id: z.string() });
const webhookList = z.object({
  entries: z.array(z.object({ id: z.string(), target: reference.nullish() })),
  next_marker: z.string().nullish(),
});
/** The application has a webhook for the same target. */
const conflict = 409;

export interface WebhookOrder {
  readonly target: { readonly id: string; readonly type: 'file' | 'folder' };
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
  const base = baseOf(context);
  return (signal) => {
    const fetchJson = client.sdkFetch(signal);
    const webhooksOf = (networkSession: NetworkSession) =>
      new (loadSdk().WebhooksManager)({ networkSession });
    async function read<Schema extends z.ZodType>(
      reply: Schema,
      call: (webhooks: WebhooksManager) => Promise<unknown>,
    ) {
      const response = await callBox(base, fetchJson, (session) => call(webhooksOf(session)));
      return accept(await response.json(), reply, boxVendor.name);
    }
    async function findWebhook({ id, type }: WebhookOrder['target']): Promise<string | undefined> {
      for (let marker: string | undefined; ; ) {
        const page = await read(webhookList, (webhooks) =>
          webhooks.getWebhooks(marker === undefined ? {} : { marker }),
        );
        const found = page.entries.find(({ target }) => target?.id === id && target.type === type);
        marker = page.next_marker || undefined;
        if (found || marker === undefined) return found?.id;
      }
    }
    return {
      async put({ target, address, triggers }) {
        const requestBody = { address, triggers };
        try {
          const created = { ...requestBody, target };
          return (await read(webhook, (webhooks) => webhooks.createWebhook(created))).id;
        } catch (error) {
          const existing = statusOf(error) === conflict ? await findWebhook(target) : undefined;
          if (existing === undefined) throw error;
          await read(webhook, (webhooks) => webhooks.updateWebhookById(existing, { requestBody }));
          return existing;
        }
      },
      async delete(id) {
        await callBox(base, fetchJson, (session) => webhooksOf(session).deleteWebhookById(id));
      },
    };
  };
}
