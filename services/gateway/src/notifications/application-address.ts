import { createHmac } from 'node:crypto';
import { type ConnectorName, isSameSecret, segmentOf } from '@docfleet/connectors';
import type { GatewayContext } from '../http/context.ts';

export const notificationPath = '/v1/connector-notifications';

const tagLength = 22;

/**
 * What follows a namespace's id in the address of its application. Some vendors send their secret to the address once, and the first secret that
 * arrives is kept until it is proven: an address that could be made from the id alone would let anyone send another one before.
 */
const tagOf = ({ vault }: Pick<GatewayContext, 'vault'>, connector: ConnectorName, namespaceId: string) =>
  createHmac('sha256', vault.deriveKey('notification-addresses'))
    .update(`${connector}/${namespaceId}`)
    .digest('base64url')
    .slice(0, tagLength);

/** The address for the application of a namespace, to be registered at its vendor; null while notifications are off. */
export function applicationAddress(
  context: Pick<GatewayContext, 'vault' | 'notificationUrl'>,
  connector: ConnectorName,
  namespaceId: string,
): string | null {
  if (context.notificationUrl === undefined) return null;
  const tag = tagOf(context, connector, namespaceId);
  return `${context.notificationUrl}${notificationPath}/${segmentOf(connector)}/${namespaceId}.${tag}`;
}

/** The last part of an address: a channel's or namespace's id, and whether it has the tag that only its owner knows. */
export function readAddress(
  context: Pick<GatewayContext, 'vault'>,
  connector: ConnectorName,
  lastPart: string,
): { readonly id: string; readonly hasTag: boolean } {
  const [id = '', tag] = lastPart.split('.', 2);
  return { id, hasTag: tag !== undefined && isSameSecret(tag, tagOf(context, connector, id)) };
}
