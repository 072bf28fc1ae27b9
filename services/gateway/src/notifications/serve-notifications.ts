import {
  type ConnectorName,
  connectorNames,
  connectorPush,
  type Reception,
  segmentOf,
  vendorOf,
} from '@docfleet/connectors';
import {
  findNotifiedChannel,
  keepSecret,
  type NotifiedChannel,
  noteVerified,
  requestRenewal,
  requestSync,
} from '@docfleet/domain/connection';
import { readNamespaceSettings } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import type { NotificationOutcome } from '@docfleet/runtime/metrics';
import type { Express, Request, Response } from 'express';
import type { GatewayContext } from '../http/context.ts';
import { readBytes } from '../http/json-body.ts';
import { limitNotifications } from '../http/limit-rate.ts';
import { sendError } from '../http/send-error.ts';
import { applicationAddress, notificationPath, readAddress } from './application-address.ts';

/** Request to the notification address of a vendor's channel. */
interface ReceivedNotification {
  readonly connector: ConnectorName;
  /** Last segment of the address: see `readAddress`. */
  readonly lastPart: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Returns the namespace's application at the vendor, with its secrets. */
async function readClient(
  { database, vault }: GatewayContext,
  connector: ConnectorName,
  namespaceId: string,
): Promise<unknown> {
  const settings = await readNamespaceSettings(database, vault, namespaceId);
  return settings?.configs[vendorOf(connector).config];
}

/** Requests a sync of the connections that the notification concerns. */
async function acceptChange(
  { database }: GatewayContext,
  connector: ConnectorName,
  { connectionId, namespaceId }: NotifiedChannel,
  accounts: readonly string[] | undefined,
): Promise<NotificationOutcome> {
  const notified = connectionId === undefined ? { namespaceId, connector, accounts } : { connectionId };
  return (await requestSync(database, notified)) > 0 ? 'requested' : 'repeated';
}

interface Arrival {
  readonly connector: ConnectorName;
  readonly id: string;
  readonly hasTag: boolean;
}

async function act(
  context: GatewayContext,
  { connector, id, hasTag }: Arrival,
  channel: NotifiedChannel,
  reception: Reception,
): Promise<NotificationOutcome> {
  const { database, vault } = context;
  const { namespaceId, connectionId } = channel;
  if (reception.kind === 'forged') return 'forged';
  if (reception.kind === 'token') {
    const address = applicationAddress(context, connector, namespaceId);
    if (!hasTag || address === null) return 'forged';
    const sent = { connector, namespaceId, address, secret: reception.token };
    return (await keepSecret(database, vault, sent)) ? 'token' : 'ignored';
  }
  if (!channel.isVerified) await noteVerified(database, { connector, id });
  if (reception.kind === 'ignored') return 'ignored';
  if (reception.kind === 'renewal' && connectionId !== undefined)
    await requestRenewal(database, { connector, id, connectionId });
  const accounts = reception.kind === 'change' ? reception.accounts : undefined;
  return acceptChange(context, connector, channel, accounts);
}

/** Verifies a notification and requests a sync; nothing of its content is used. Returns its outcome. */
async function receiveNotification(
  context: GatewayContext,
  received: ReceivedNotification,
): Promise<NotificationOutcome> {
  const { connector, lastPart, headers, body } = received;
  const { id, hasTag } = readAddress(context, connector, lastPart);
  const push = connectorPush[connector];
  const channel = await findNotifiedChannel(context.database, context.vault, { connector, id });
  // A namespace's address is for applications whose address is registered by hand.
  if (!push || !channel || (push.openChannels && channel.connectionId === undefined)) return 'unknown';
  const client = await readClient(context, connector, channel.namespaceId);
  const notification = { headers, body, receivedAt: new Date() };
  const arrival = { connector, id, hasTag };
  return act(context, arrival, channel, push.receive(notification, { channel: channel.secret, client }));
}

const path = `${notificationPath}/:connector/:channel`;
/** Maximum bytes of a notification: vendors send some hundred for each change. A channel whose notifications exceed it is served by polling. */
const maxBodyBytes = 262_144;

const bySegment = new Map(
  connectorNames.filter((name) => connectorPush[name]).map((name) => [segmentOf(name), name] as const),
);

const headersOf = ({ headers }: Request) =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );

const queryOf = ({ url }: Request) => new URL(url, 'http://query').searchParams;

async function respond(context: GatewayContext, request: Request, response: Response): Promise<void> {
  const { notificationUrl, logger, metrics } = context;
  const { connector: segment = '', channel: lastPart = '' } = request.params as Record<string, string>;
  const connector = bySegment.get(segment);
  if (notificationUrl === undefined || connector === undefined)
    throw new AppError('NOT_FOUND', 'No vendor reports changes at this path');
  const handshake = connectorPush[connector]?.handshake?.(request.method, queryOf(request));
  if (handshake !== undefined) {
    // Whatever was sent is no page, nor anything else that a browser would run.
    response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
    response.type('text/plain').send(handshake);
    return;
  }
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST');
    throw new AppError('METHOD_NOT_ALLOWED', 'Notifications are sent with POST');
  }
  const body = await readBytes(request, response, maxBodyBytes);
  const received = { connector, lastPart, headers: headersOf(request), body };
  const outcome = await receiveNotification(context, received);
  metrics.notificationReceived(connector, outcome);
  logger.debug({ connector, outcome }, 'a notification was received');
  // The same for every outcome: callers learn nothing of which channels there are.
  response.status(200).end();
}

/**
 * Serves vendors' notifications of changes, without a key: each is verified by the vendor's signature, or by the secret of its channel.
 * They are no part of the API that clients use.
 */
export function serveNotifications(app: Express, context: GatewayContext): void {
  app.all(path, async (request, response) => {
    response.locals['route'] = path;
    try {
      await limitNotifications(request, response, context);
      await respond(context, request, response);
    } catch (cause) {
      sendError(request, response, { cause, context });
    }
  });
}
