import { randomUUID } from 'node:crypto';
import type { StubRequest, StubResponse } from '../../stub-server.ts';
import { fieldOf } from '../embedding-emulator.ts';
import {
  createDeliveries,
  isAcceptedAddress,
  sendNotification,
  type VendorPush,
  type Watched,
} from '../vendor-push.ts';
import { notFound, refuse } from './listings.ts';
import type { GraphStore } from './store.ts';

interface Subscription extends Watched {
  readonly resource: string;
  readonly clientState: string;
  expirationDateTime: string;
  /** Whether Graph requires reauthorization; nothing is reported until then. */
  isPaused?: boolean;
}

const maxLifetimeMs = 42_300 * 60_000;

export interface GraphSubscriptions extends VendorPush {
  respond(request: StubRequest): Promise<StubResponse>;
  /** Sends a lifecycle notification to every subscription; `subscriptionRemoved` ends them. */
  report(event: 'reauthorizationRequired' | 'subscriptionRemoved' | 'missed'): Promise<void>;
}

/** Whether an address returns the validation token as plain text: https://learn.microsoft.com/graph/change-notifications-delivery-webhooks */
async function isValidated(address: string): Promise<boolean> {
  const token = `Validation: Testing client application reachability for subscription Request-Id: ${randomUUID()}`;
  const url = new URL(address);
  url.searchParams.set('validationToken', token);
  const response = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(10_000) });
  const type = response.headers.get('content-type') ?? '';
  return response.status === 200 && type.startsWith('text/plain') && (await response.text()) === token;
}

function lifeOf(request: StubRequest): string | undefined {
  const expiry = Date.parse(String(fieldOf(request, 'expirationDateTime')));
  const left = expiry - Date.now();
  return left > 0 && left <= maxLifetimeMs ? new Date(expiry).toISOString() : undefined;
}

const tooLong = refuse(
  400,
  'ExtensionError',
  'Subscription expiration can only be 42300 minutes in the future.',
);

function notify(id: string, subscription: Subscription, more: object): Promise<number> {
  const { address, resource, clientState, expirationDateTime } = subscription;
  const change = {
    subscriptionId: id,
    subscriptionExpirationDateTime: expirationDateTime,
    clientState,
    resource: resource.slice(1),
    tenantId: '0',
    ...more,
  };
  return sendNotification(address, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ value: [change] }),
  });
}

type Subscriptions = Map<string, Subscription>;

/** Returns the refusal of a subscription, as far as it needs no request to its addresses; undefined for a valid one. */
function refusalOf(request: StubRequest, store: GraphStore, drive: string): StubResponse | undefined {
  if (!store.drives.has(drive)) return notFound;
  if (fieldOf(request, 'changeType') !== 'updated')
    return refuse(400, 'InvalidRequest', 'Drives report changes of the type updated only.');
  if (String(fieldOf(request, 'clientState') ?? '').length > 128)
    return refuse(400, 'InvalidRequest', 'ClientState is longer than 128.');
  return lifeOf(request) ? undefined : tooLong;
}

async function create(
  request: StubRequest,
  store: GraphStore,
  subscriptions: Subscriptions,
): Promise<StubResponse> {
  const resource = String(fieldOf(request, 'resource'));
  const [, found = ''] = /^\/drives\/([^/]+)\/root$/.exec(resource) ?? [];
  const drive = decodeURIComponent(found);
  const refusal = refusalOf(request, store, drive);
  if (refusal) return refusal;
  const address = fieldOf(request, 'notificationUrl');
  for (const url of [address, fieldOf(request, 'lifecycleNotificationUrl')])
    if (!isAcceptedAddress(url) || !(await isValidated(url)))
      return refuse(400, 'ValidationError', 'Subscription validation request failed.');
  const id = randomUUID();
  const length = () => store.drive(drive).log.length;
  const clientState = String(fieldOf(request, 'clientState') ?? '');
  const expirationDateTime = lifeOf(request) ?? '';
  const made = { address: String(address), resource, clientState, expirationDateTime };
  subscriptions.set(id, { ...made, length, reported: length() });
  return { status: 201, body: { id, ...made, changeType: 'updated' } };
}

function change(request: StubRequest, id: string, subscriptions: Subscriptions): StubResponse {
  const known = subscriptions.get(id);
  if (!known) return notFound;
  if (request.method === 'DELETE') {
    subscriptions.delete(id);
    return { status: 204, body: '' };
  }
  const expirationDateTime = lifeOf(request);
  if (request.method !== 'PATCH' || !expirationDateTime) return tooLong;
  known.expirationDateTime = expirationDateTime;
  known.isPaused = false;
  return { body: { id, expirationDateTime } };
}

const driveItem = { '@odata.type': '#Microsoft.Graph.DriveItem' };

/** Creates the subscriptions to drives. */
export function createSubscriptions(store: GraphStore): GraphSubscriptions {
  const subscriptions: Subscriptions = new Map();
  const deliveries = createDeliveries(subscriptions, (id, subscription) =>
    notify(id, subscription, { changeType: 'updated', resourceData: driveItem }),
  );
  return Object.assign(deliveries, {
    async respond(request: StubRequest): Promise<StubResponse> {
      const id = request.path.split('/')[3];
      if (id !== undefined) return change(request, id, subscriptions);
      return request.method === 'POST' ? create(request, store, subscriptions) : notFound;
    },
    async report(event: 'reauthorizationRequired' | 'subscriptionRemoved' | 'missed') {
      const all = [...subscriptions];
      if (event === 'subscriptionRemoved') subscriptions.clear();
      for (const [, subscription] of all) subscription.isPaused = event === 'reauthorizationRequired';
      for (const [id, subscription] of all) await notify(id, subscription, { lifecycleEvent: event });
    },
  });
}
