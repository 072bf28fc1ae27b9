import type { Database } from '@docfleet/database';
import { renewToken } from '@docfleet/queues';
import { createOutboxJob, type OutboxJob } from '../outbox/outbox.ts';

const batchSize = 500;
/** Vendors end a refresh token that is not used for 60 days, 90 days or six months. */
const idleDays = 20;

/**
 * Returns a job for each active connection whose tokens were renewed more than 20 days ago, or whose refresh token has come to half of its
 * life, at most once a day: a connection that is synced by hand, or by a tenant that pauses, would have to be authorized again. At most
 * 500 at once. Tokens without an end are not renewed.
 */
export async function findIdleTokens(database: Database): Promise<OutboxJob[]> {
  const idle = await database.$queryRaw<{ id: string }[]>`
    SELECT connections.id FROM connections
      JOIN namespaces ON namespaces.id = connections."namespaceId" AND namespaces.status = 'ACTIVE'
    WHERE connections.status = 'ACTIVE' AND connections.settings IS NULL AND "accessTokenExpiresAt" IS NOT NULL
      AND "tokensIssuedAt" < now() - greatest(interval '1 day',
        least(${idleDays} * interval '1 day', ("refreshTokenExpiresAt" - "tokensIssuedAt") / 2))
    ORDER BY "tokensIssuedAt" LIMIT ${batchSize}`;
  return idle.map(({ id }) => createOutboxJob(renewToken, { connectionId: id }));
}
