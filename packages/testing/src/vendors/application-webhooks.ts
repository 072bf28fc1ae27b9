import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import {
  createDeliveries,
  isAcceptedAddress,
  sendNotification,
  type VendorPush,
  type Watched,
} from './vendor-push.ts';

const hmac = (key: string, body: string) => createHmac('sha256', key).update(body).digest('hex');

interface Registered extends Watched {
  secret: string;
  isProven: boolean;
}

export interface ApplicationWebhook extends VendorPush {
  /** Registers an address in the vendor's console; throws when the vendor refuses it. */
  register(address: string): Promise<void>;
}

export interface DropboxWebhook extends ApplicationWebhook {
  /** Secret of the application, which signs notifications. */
  appSecret: string;
}

interface Account {
  /** Returns the number of changes of the account so far. */
  readonly length: () => number;
  readonly account: string;
  /** Member that the application of a team reports instead of the account. */
  readonly member?: string | undefined;
}

/**
 * Creates the webhook of a Dropbox app. An address has to echo a challenge before it is accepted:
 * https://www.dropbox.com/developers/reference/webhooks
 */
export function createDropboxWebhook({ length, account, member }: Account): DropboxWebhook {
  const registered = new Map<string, Registered>();
  const send = (_id: string, { address }: Registered) => {
    const list_folder = member ? { teams: { 'dbtid:AAFdgehT': [member] } } : { accounts: [account] };
    const body = JSON.stringify({ list_folder, ...(!member && { delta: { users: [12_345_678] } }) });
    const headers = {
      'content-type': 'application/json',
      'x-dropbox-signature': hmac(state.appSecret, body),
      'user-agent': 'DropboxWebhooks/1.0',
    };
    return sendNotification(address, { headers, body });
  };
  const state: DropboxWebhook = Object.assign(createDeliveries(registered, send), {
    appSecret: 'dropbox-secret',
    async register(address: string) {
      if (!isAcceptedAddress(address)) throw new Error('The address is refused');
      const url = new URL(address);
      const challenge = randomUUID();
      url.searchParams.set('challenge', challenge);
      const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
      const echoed = await response.text();
      const { headers } = response;
      const isPlain = (headers.get('content-type') ?? '').startsWith('text/plain');
      // Dropbox asks for both headers, so that the echo is not read as a page.
      if (
        !response.ok ||
        echoed !== challenge ||
        !isPlain ||
        headers.get('x-content-type-options') !== 'nosniff'
      )
        throw new Error('The challenge was not echoed');
      registered.set(address, { address, secret: '', isProven: true, length, reported: length() });
    },
  });
  return state;
}

export interface NotionWebhook extends ApplicationWebhook {
  /** Verifies the address with the token that arrived there, as its owner does in Notion's settings; throws for another token. */
  prove(token: string): void;
}

/**
 * Creates the webhook of a Notion integration. The token is sent to the address, and entered in Notion's settings:
 * https://developers.notion.com/reference/webhooks
 */
export function createNotionWebhook({ length, account: workspaceId }: Account): NotionWebhook {
  const registered = new Map<string, Registered>();
  const send = (id: string, { address, secret }: Registered) => {
    const body = JSON.stringify({
      id: randomUUID(),
      timestamp: new Date().toISOString(),
      workspace_id: workspaceId,
      subscription_id: id,
      integration_id: randomUUID(),
      type: 'page.content_updated',
      attempt_number: 1,
      entity: { id: randomUUID(), type: 'page' },
      data: { parent: { id: randomUUID(), type: 'space' } },
    });
    const signature = `sha256=${hmac(secret, body)}`;
    return sendNotification(address, {
      headers: { 'content-type': 'application/json', 'x-notion-signature': signature },
      body,
    });
  };
  const proven = () => new Map([...registered].filter(([, { isProven }]) => isProven));
  const deliveries = () => createDeliveries(proven(), send);
  return {
    get addresses() {
      return deliveries().addresses;
    },
    deliver: (options) => deliveries().deliver(options),
    async register(address: string) {
      if (!isAcceptedAddress(address)) throw new Error('The address is refused');
      const secret = `secret_${randomBytes(24).toString('base64url')}`;
      const body = JSON.stringify({ verification_token: secret });
      const status = await sendNotification(address, {
        headers: { 'content-type': 'application/json' },
        body,
      });
      if (status !== 200) throw new Error(`The address responded with ${status}`);
      registered.set(randomUUID(), { address, secret, isProven: false, length, reported: length() });
    },
    prove(token: string) {
      const found = [...registered.values()].find(({ secret }) => secret === token);
      if (!found) throw new Error('This is not the token that was sent');
      found.isProven = true;
    },
  };
}
