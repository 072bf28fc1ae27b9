import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ConnectorContext } from './provider.ts';

/** A request to the address of a channel, as it arrived. */
export interface Notification {
  readonly headers: Headers;
  /** The bytes that were sent, which signatures are computed over. */
  readonly body: Uint8Array;
  readonly receivedAt: Date;
}

/** Secrets that a notification is verified with. */
interface ChannelSecrets {
  /** The secret of the channel itself; undefined while none is known. */
  readonly channel: string | undefined;
  /** The namespace's configuration of the vendor's application, with its secrets. */
  readonly client: unknown;
}

/**
 * Result of a notification. It only requests a sync: changes are read from the vendor's API. `accounts` are the vendor's ids of the
 * affected accounts, where one address receives notifications of many.
 */
export type Reception =
  /** Not signed as the vendor signs, or not with this channel's secret. */
  | { readonly kind: 'forged' }
  /** From the vendor, and nothing to do. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'change'; readonly accounts?: readonly string[] }
  /** The vendor asks for the channel to be renewed or created again, and may have left out notifications. */
  | { readonly kind: 'renewal' }
  /** The secret with which the vendor will sign, sent once when the address is registered by hand; it is not proven yet. */
  | { readonly kind: 'token'; readonly token: string };

/** A channel to be created at the vendor. */
interface ChannelOrder {
  /** A UUID of ours, which the address ends with. */
  readonly id: string;
  /** Watched resource, as `resources` returned it. */
  readonly resource: string;
  readonly address: string;
  readonly secret: string;
}

export interface OpenedChannel {
  /** Vendor's id of the channel, for renewing and ending it. */
  readonly vendorId: string;
  /** Null where it does not expire. */
  readonly expiresAt: Date | null;
}

/** State of a connection before its channels are created. */
interface WatchedConnection {
  /** Drives whose change feeds the last sync left open, by the keys of the connector's feeds. */
  readonly feeds: readonly string[];
  readonly selection: readonly string[] | undefined;
}

/** Creates and ends channels of one connection; rejects as a Connector does. */
export interface ChannelApi {
  /** Returns the resources that have to be watched to learn of every change; each gets a channel. */
  resources(connection: WatchedConnection, signal: AbortSignal): Promise<readonly string[]>;
  create(order: ChannelOrder, signal: AbortSignal): Promise<OpenedChannel>;
  /** Absent where a new channel takes the place of the previous one. Rejects with ITEM_NOT_FOUND when the vendor has none. */
  renew?(vendorId: string, signal: AbortSignal): Promise<OpenedChannel>;
  /** Ends a channel; one that the vendor no longer has is ended. */
  remove(channel: { readonly id: string; readonly vendorId: string }, signal: AbortSignal): Promise<void>;
}

/** Channels and notifications through which a vendor reports changes. */
export interface ConnectorPush {
  /** Answers the vendor's question whether the address is in use; undefined for any other request. Needs no channel. */
  handshake?(method: string, query: URLSearchParams): string | undefined;
  receive(notification: Notification, secrets: ChannelSecrets): Reception;
  /** Absent where the application's owner registers one address by hand, for all connections of a namespace. */
  openChannels?(context: ConnectorContext): ChannelApi;
}

const digest = (value: string) => createHash('sha256').update(value).digest();

/** Compares in a time that does not depend on what the texts have in common. */
export const isSameSecret = (given: string | null, expected: string): boolean =>
  given !== null && timingSafeEqual(digest(given), digest(expected));

/** The HMAC-SHA256 of the parts, one after the other. */
export function signatureOf(
  key: string,
  parts: readonly (string | Uint8Array)[],
  encoding: 'hex' | 'base64',
): string {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest(encoding);
}

export const forged: Reception = { kind: 'forged' };
export const ignored: Reception = { kind: 'ignored' };
