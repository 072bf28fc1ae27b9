import { type ConnectorName, connectorPush, type Reception, vendorOf } from '@docfleet/connectors';
import {
  findNotifiedChannel,
  inviteSync,
  keepSecret,
  type NotifiedChannel,
  noteVerified,
  requestRenewal,
} from '@docfleet/domain/connection';
import { readNamespaceSettings } from '@docfleet/domain/namespace';
import type { NotificationOutcome } from '@docfleet/runtime/metrics';
import type { GatewayContext } from '../http/context.ts';
import { applicationAddress, readAddress } from './application-address.ts';

/** A request to an address of a vendor's channel. */
export interface ReceivedNotification {
  readonly connector: ConnectorName;
  /** Of the address. */
  readonly lastPart: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** The vendor's application of a namespace, with its secrets. */
async function readClient(
  { database, vault }: GatewayContext,
  connector: ConnectorName,
  namespaceId: string,
): Promise<unknown> {
  const settings = await readNamespaceSettings(database, vault, namespaceId);
  return settings?.configs[vendorOf(connector).config];
}

/** Asks for a sync of what the notification concerns. */
async function invite(
  { database }: GatewayContext,
  connector: ConnectorName,
  { connectionId, namespaceId }: NotifiedChannel,
  accounts: readonly string[] | undefined,
): Promise<NotificationOutcome> {
  const invited = connectionId === undefined ? { namespaceId, connector, accounts } : { connectionId };
  return (await inviteSync(database, invited)) > 0 ? 'invited' : 'repeated';
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
  const accounts = reception.kind === 'invitation' ? reception.accounts : undefined;
  return invite(context, connector, channel, accounts);
}

/** Verifies a notification and asks for a sync; nothing of its content is used. Returns what became of it. */
export async function receiveNotification(
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
