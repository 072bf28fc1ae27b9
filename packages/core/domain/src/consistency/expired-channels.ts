import type { Database } from '@docfleet/database';

/** A connection whose vendor reports changes no longer, because its channels were not renewed in time. */
export interface ExpiredChannels {
  readonly connectionId: string;
  readonly channels: number;
}

/** Finds active connections with a schedule whose channels have expired; of the last `quietMs` nothing is judged. */
export const findExpiredChannels = (
  database: Database,
  namespaceId: string,
  quietMs: number,
): Promise<ExpiredChannels[]> =>
  database.$queryRaw<ExpiredChannels[]>`
    SELECT channel."connectionId", count(*)::int AS channels
    FROM notification_channels channel JOIN connections ON connections.id = channel."connectionId"
    WHERE channel."namespaceId" = ${namespaceId}::uuid AND connections.status = 'ACTIVE'
      AND channel."expiresAt" < now() - ${quietMs} * interval '1 millisecond'
    GROUP BY channel."connectionId" ORDER BY channel."connectionId"`;
