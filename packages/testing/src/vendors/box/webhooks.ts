import { createHmac } from 'node:crypto';
import type { StubRequest, StubResponse } from '../../stub-server.ts';
import { fieldOf } from '../embedding-emulator.ts';
import {
  createDeliveries,
  isAcceptedAddress,
  sendNotification,
  type VendorPush,
  type Watched,
} from '../vendor-push.ts';
import { type BoxTree, rootFolder } from './box-tree.ts';

interface Webhook extends Watched {
  readonly target: { readonly id: string; readonly type: string };
  address: string;
  triggers: readonly string[];
}

/** Signature keys of Box; both sign while one of them is being replaced. */
export const boxSignatureKeys = {
  primary: 'primary-key-of-the-fake',
  secondary: 'secondary-key-of-the-fake',
};

export interface BoxWebhooks extends VendorPush {
  respond(request: StubRequest): StubResponse;
  /** Returns the time at which deliveries claim to have been sent; default: now. */
  sentAt: () => Date;
}

const refuse = (status: number, code: string, message: string): StubResponse => ({
  status,
  body: { type: 'error', status, code, message, request_id: 'abc' },
});

const known =
  /^(FILE\.(UPLOADED|PREVIEWED|DOWNLOADED|TRASHED|DELETED|RESTORED|COPIED|MOVED|LOCKED|UNLOCKED|RENAMED)|FOLDER\.(CREATED|RENAMED|DOWNLOADED|RESTORED|DELETED|COPIED|MOVED|TRASHED))$/;

function targetOf(request: StubRequest): Webhook['target'] {
  const target = fieldOf(request, 'target');
  return target && typeof target === 'object' && 'id' in target && 'type' in target
    ? { id: String(target.id), type: String(target.type) }
    : { id: '', type: '' };
}

const triggersOf = (request: StubRequest): string[] => {
  const triggers = fieldOf(request, 'triggers');
  return Array.isArray(triggers) ? triggers.map(String) : [];
};

function refusalOf(request: StubRequest, { entries }: BoxTree, target: Webhook['target']) {
  const triggers = triggersOf(request);
  if (target.type === 'folder' && target.id === rootFolder)
    return refuse(400, 'bad_request', 'Webhooks cannot be created on the root folder');
  // A file and a folder may have one number.
  const isThere = [...entries.values()].some(({ id, type }) => id === target.id && type === target.type);
  if (!isThere) return refuse(404, 'not_found', 'Item does not exist');
  if (triggers.length === 0 || !triggers.every((trigger) => known.test(trigger)))
    return refuse(400, 'bad_request', 'Invalid value for triggers');
  if (target.type === 'file' && triggers.some((trigger) => trigger.startsWith('FOLDER.')))
    return refuse(400, 'bad_request', 'The triggers do not fit the target');
  if (!isAcceptedAddress(fieldOf(request, 'address'))) return refuse(400, 'bad_request', 'Invalid address');
  return undefined;
}

const present = (id: string, { target, address, triggers }: Webhook) => ({
  id,
  type: 'webhook',
  target,
  address,
  triggers,
});

type Webhooks = Map<string, Webhook>;

function create(request: StubRequest, tree: BoxTree, webhooks: Webhooks, id: string): StubResponse {
  const target = targetOf(request);
  const refusal = refusalOf(request, tree, target);
  if (refusal) return refusal;
  const isTaken = [...webhooks.values()].some(
    ({ target: other }) => other.id === target.id && other.type === target.type,
  );
  if (isTaken)
    return refuse(409, 'conflict', 'Webhook already exists for the specified item, application and user');
  const length = () => tree.events.length;
  const address = String(fieldOf(request, 'address'));
  const made: Webhook = { target, address, triggers: triggersOf(request), length, reported: length() };
  webhooks.set(id, made);
  return { status: 201, body: present(id, made) };
}

function change(request: StubRequest, id: string, webhooks: Webhooks): StubResponse {
  const webhook = webhooks.get(id);
  if (!webhook) return refuse(404, 'not_found', 'Webhook does not exist');
  if (request.method === 'DELETE') {
    webhooks.delete(id);
    return { status: 204, body: '' };
  }
  Object.assign(webhook, { address: String(fieldOf(request, 'address')), triggers: triggersOf(request) });
  return { body: present(id, webhook) };
}

function send(id: string, { address, target }: Webhook, sentAt: string): Promise<number> {
  const event = { type: 'webhook_event', trigger: 'FILE.UPLOADED', webhook: { id, type: 'webhook' } };
  const body = JSON.stringify({ ...event, source: target });
  const sign = (key: string) => createHmac('sha256', key).update(body).update(sentAt).digest('base64');
  return sendNotification(address, {
    headers: {
      'content-type': 'application/json',
      'box-delivery-id': `${id}-${sentAt}`,
      'box-delivery-timestamp': sentAt,
      'box-signature-version': '1',
      'box-signature-algorithm': 'HmacSHA256',
      'box-signature-primary': sign(boxSignatureKeys.primary),
      'box-signature-secondary': sign(boxSignatureKeys.secondary),
    },
    body,
  });
}

/** Creates webhooks V2 of Box: https://developer.box.com/guides/webhooks/v2 */
export function createBoxWebhooks(tree: BoxTree): BoxWebhooks {
  const webhooks: Webhooks = new Map();
  let last = 0;
  const deliveries = createDeliveries(webhooks, (id, webhook) =>
    send(id, webhook, state.sentAt().toISOString()),
  );
  const state: BoxWebhooks = Object.assign(deliveries, {
    sentAt: () => new Date(),
    respond(request: StubRequest): StubResponse {
      const [, , , id] = request.path.split('/');
      if (request.body.length > 0 && request.headers['content-type'] !== 'application/json')
        return refuse(415, 'unsupported_media_type', 'The body is no JSON');
      if (id !== undefined) return change(request, id, webhooks);
      if (request.method === 'POST') {
        last += 1;
        return create(request, tree, webhooks, String(last));
      }
      // A list names targets, and not their addresses; its pages are as short as they may be.
      const entries = [...webhooks].map(([webhook, { target }]) => ({
        id: webhook,
        type: 'webhook',
        target,
      }));
      const start = Number(request.query.get('marker') ?? 0);
      const next = start + 1 < entries.length ? String(start + 1) : null;
      return { body: { entries: entries.slice(start, start + 1), limit: 1, next_marker: next } };
    },
  });
  return state;
}
