import { AppError } from '@docfleet/errors';
import type { WebhooksManager } from 'box-node-sdk/managers/webhooks';
import type { NetworkSession } from 'box-node-sdk/networking';
import { z } from 'zod';
import type { ConnectorContext } from '../../provider.ts';
import { type ConnectorPush, forged, isSameSecret, type Notification, signatureOf } from '../../push.ts';
import { accept, createVendorClient } from '../../vendor-client.ts';
import { type BoxApi, baseOf, boxVendor, callBox, loadSdk, openBoxApi } from './api.ts';
import { rootFolder } from './items.ts';

const reference = z.object({ id: z.string(), type: z.string() });
const webhook = z.object({ id: z.string() });
const webhookList = z.object({
  entries: z.array(z.object({ id: z.string(), target: reference.nullish() })),
  next_marker: z.string().nullish(),
});
/** The application has a webhook for the same target. */
const conflict = 409;

interface WebhookOrder {
  readonly target: { readonly id: string; readonly type: 'file' | 'folder' };
  readonly address: string;
  readonly triggers: readonly string[];
}

const statusOf = (error: unknown) => (error instanceof AppError ? error.details['status'] : undefined);

/** https://developer.box.com/reference/post-webhooks: webhooks of the account; one for each file or folder and application. */
function openBoxWebhooks(context: ConnectorContext): (signal: AbortSignal) => {
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

const client = z.object({
  signatureKeys: z.object({ primary: z.string(), secondary: z.string().optional() }),
});

/** Box: "payloads older than 10 minutes should be discarded". */
const maxDelayMs = 600_000;

const fileTriggers = ['UPLOADED', 'TRASHED', 'DELETED', 'RESTORED', 'MOVED', 'RENAMED'].map(
  (happened) => `FILE.${happened}`,
);
const folderTriggers = ['CREATED', 'TRASHED', 'DELETED', 'RESTORED', 'MOVED', 'RENAMED', 'COPIED'].map(
  (happened) => `FOLDER.${happened}`,
);
const target = /^(file|folder):(.+)/;

const isInTime = (sentAt: string, { receivedAt }: Notification) =>
  Math.abs(receivedAt.getTime() - Date.parse(sentAt)) <= maxDelayMs;

/** Whether a notification has a signature with either of two keys, over its body and then the time of delivery: https://developer.box.com/guides/webhooks/v2/signatures-v2 */
function isSigned(notification: Notification, keys: readonly string[]): boolean {
  const { headers, body } = notification;
  const sentAt = headers.get('box-delivery-timestamp') ?? '';
  if (headers.get('box-signature-version') !== '1') return false;
  if (headers.get('box-signature-algorithm') !== 'HmacSHA256' || !isInTime(sentAt, notification))
    return false;
  const given = [headers.get('box-signature-primary'), headers.get('box-signature-secondary')];
  // During a change of keys the secondary of yesterday is the primary of today.
  return keys.some((key) => {
    const expected = signatureOf(key, [body, sentAt], 'base64');
    return given.map((signature) => isSameSecret(signature, expected)).includes(true);
  });
}

async function orMissing<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.code === 'ITEM_NOT_FOUND') return undefined;
    throw error;
  }
}

/** The folders of the root, for which itself there is no webhook. */
async function topFolders(api: BoxApi): Promise<string[]> {
  const found: string[] = [];
  for (let marker: string | null = null; ; ) {
    const page = await api.children(rootFolder, marker);
    found.push(...page.entries.filter(({ type }) => type === 'folder').map(({ id }) => `folder:${id}`));
    marker = page.next_marker || null;
    if (marker === null) return found;
  }
}

/** Returns the webhook targets of a selected id; one without a kind may be a folder or a file. */
async function watchable(api: BoxApi, id: string): Promise<string[]> {
  if (id === rootFolder || id === `folder:${rootFolder}`) return topFolders(api);
  if (target.test(id)) return [id];
  if (await orMissing(api.children(id, null))) return [`folder:${id}`];
  return (await orMissing(api.file(id))) ? [`file:${id}`] : [];
}

/**
 * Notifications by a webhook for each selected folder or file, including its descendants: https://developer.box.com/guides/webhooks/v2. Box
 * accepts none for the root: for a whole account each folder of the root has one, and files in the root itself are found by polling.
 */
export const boxPush: ConnectorPush = {
  receive(notification, secrets) {
    const keys = client.safeParse(secrets.client).data?.signatureKeys;
    const known = keys ? [keys.primary, ...(keys.secondary === undefined ? [] : [keys.secondary])] : [];
    return isSigned(notification, known) ? { kind: 'change' } : forged;
  },
  openChannels(context) {
    const api = openBoxApi(context);
    const webhooks = openBoxWebhooks(context);
    return {
      async resources({ selection = [rootFolder] }, signal) {
        const found: string[] = [];
        for (const id of selection) found.push(...(await watchable(api(signal), id)));
        return found;
      },
      async create({ resource, address }, signal) {
        const [, kind, id = ''] = target.exec(resource) ?? [];
        const type = kind === 'folder' ? 'folder' : 'file';
        const triggers = type === 'folder' ? [...fileTriggers, ...folderTriggers] : fileTriggers;
        return {
          vendorId: await webhooks(signal).put({ target: { id, type }, address, triggers }),
          expiresAt: null,
        };
      },
      async remove({ vendorId }, signal) {
        await orMissing(webhooks(signal).delete(vendorId));
      },
    };
  },
};
