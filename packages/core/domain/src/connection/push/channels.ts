import { randomBytes, randomUUID } from 'node:crypto';
import type { Database, NotificationChannelModel } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { isId } from '../../database/identifier.ts';
import { makeWatchDue } from './watch.ts';

const secretBytes = 32;

/** Context that a channel's secret is sealed with: it opens only for this channel id. */
const sealName = (id: string) => `notification-channel/${id}`;

/** A channel of a connection, without its secret. */
export type NotificationChannel = Omit<NotificationChannelModel, 'sealedSecret'>;

const withoutSecret = { sealedSecret: true } as const;

interface NewChannel {
  readonly connector: string;
  readonly namespaceId: string;
  readonly connectionId: string;
  readonly resource: string;
  /** Base address of the connector's channels; the channel's id is appended. */
  readonly base: string;
}

/** Stores a channel before the vendor hears of it; it counts for nothing until `confirmChannel`. The id cannot be guessed. */
export async function insertChannel(
  database: Database,
  vault: Vault,
  { base, ...channel }: NewChannel,
): Promise<{ id: string; address: string; secret: string }> {
  const id = randomUUID();
  const secret = randomBytes(secretBytes).toString('base64url');
  const address = `${base}/${id}`;
  const sealedSecret = vault.seal(secret, sealName(id));
  await database.notificationChannel.create({ data: { ...channel, id, address, sealedSecret } });
  return { id, address, secret };
}

interface ChannelKey {
  readonly connector: string;
  readonly id: string;
}

/** Notes that the vendor has the channel, or has renewed it; false when the row is gone. */
export async function confirmChannel(
  database: Database,
  { connector, id }: ChannelKey,
  { vendorId, expiresAt }: { readonly vendorId: string; readonly expiresAt: Date | null },
): Promise<boolean> {
  const { count } = await database.notificationChannel.updateMany({
    where: { connector, id },
    data: { vendorId, expiresAt, openedAt: new Date() },
  });
  return count > 0;
}

/** Makes a channel's renewal due, as its vendor asks for it before its time; what does not expire cannot be renewed. */
export async function requestRenewal(
  database: Database,
  { connector, id, connectionId }: ChannelKey & { readonly connectionId: string },
): Promise<void> {
  await database.notificationChannel.updateMany({
    where: { connector, id, expiresAt: { not: null } },
    data: { expiresAt: new Date() },
  });
  await makeWatchDue(database, connectionId);
}

export async function deleteChannel(database: Database, { connector, id }: ChannelKey): Promise<void> {
  await database.notificationChannel.deleteMany({ where: { connector, id } });
}

/** The channels of a connection, the newest first. */
export const listChannels = (database: Database, connectionId: string): Promise<NotificationChannel[]> =>
  database.notificationChannel.findMany({
    where: { connectionId },
    orderBy: { openedAt: 'desc' },
    omit: withoutSecret,
  });

/** Owner of the channel that a notification has arrived at, and the secret that verifies it. */
export interface NotifiedChannel {
  readonly namespaceId: string;
  /** Undefined for the address of a namespace's application. */
  readonly connectionId: string | undefined;
  readonly secret: string | undefined;
  readonly isVerified: boolean;
}

/**
 * Finds what an address of ours belongs to; undefined when it is nothing's. A namespace's id is the address of its applications, whether
 * or not a secret is stored.
 */
export async function findNotifiedChannel(
  database: Database,
  vault: Vault,
  { connector, id }: ChannelKey,
): Promise<NotifiedChannel | undefined> {
  if (!isId(id)) return undefined;
  const row = await database.notificationChannel.findFirst({
    where: { connector, id, namespace: { status: 'ACTIVE' } },
  });
  if (row) {
    const { namespaceId, connectionId, sealedSecret, verifiedAt } = row;
    const secret = vault.open(sealedSecret, sealName(id));
    return { namespaceId, connectionId: connectionId ?? undefined, secret, isVerified: verifiedAt !== null };
  }
  const namespace = await database.namespace.findFirst({ where: { id, status: 'ACTIVE' } });
  if (!namespace) return undefined;
  return { namespaceId: id, connectionId: undefined, secret: undefined, isVerified: false };
}

/** Notes the first verified notification of a channel. */
export async function noteVerified(database: Database, { connector, id }: ChannelKey): Promise<void> {
  await database.notificationChannel.updateMany({
    where: { connector, id, verifiedAt: null },
    data: { verifiedAt: new Date() },
  });
}

/**
 * Keeps the secret that a vendor sent to the address of a namespace's application. The last one counts until a notification was verified
 * with it; from then on it is kept until it is forgotten. False when there is a verified one.
 */
export async function keepSecret(
  database: Database,
  vault: Vault,
  {
    connector,
    namespaceId,
    address,
    secret,
  }: Omit<NewChannel, 'connectionId' | 'resource' | 'base'> & {
    readonly address: string;
    readonly secret: string;
  },
): Promise<boolean> {
  const sealed = vault.seal(secret, sealName(namespaceId));
  const kept = await database.$executeRaw`
    INSERT INTO notification_channels (connector, id, "namespaceId", resource, address, "sealedSecret")
    VALUES (${connector}, ${namespaceId}::uuid, ${namespaceId}::uuid, 'application', ${address}, ${sealed})
    ON CONFLICT (connector, id) DO UPDATE SET "sealedSecret" = EXCLUDED."sealedSecret", address = EXCLUDED.address
    WHERE notification_channels."verifiedAt" IS NULL`;
  return kept > 0;
}

/** The state of a namespace's notifications for one connector. */
export interface ApplicationChannel {
  /** The secret that waits to be proven; undefined when none was sent, or a notification has proven it. */
  readonly pendingSecret: string | undefined;
  readonly verifiedAt: Date | undefined;
}

/** Returns whether the namespace's notification address was verified, and the secret that is not verified yet. */
export async function findApplicationChannel(
  database: Database,
  vault: Vault,
  { connector, namespaceId }: { readonly connector: string; readonly namespaceId: string },
): Promise<ApplicationChannel> {
  const where = { connector_id: { connector, id: namespaceId } };
  const row = await database.notificationChannel.findUnique({ where });
  const pendingSecret =
    row && row.verifiedAt === null ? vault.open(row.sealedSecret, sealName(namespaceId)) : undefined;
  return { pendingSecret, verifiedAt: row?.verifiedAt ?? undefined };
}

/** Counts the unexpired channels of a namespace's connections, by connector. */
export async function countChannels(
  database: Database,
  namespaceId: string,
): Promise<ReadonlyMap<string, number>> {
  const counts = await database.notificationChannel.groupBy({
    by: ['connector'],
    where: {
      namespaceId,
      connectionId: { not: null },
      vendorId: { not: null },
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
    _count: true,
  });
  return new Map(counts.map(({ connector, _count }) => [connector, _count]));
}
