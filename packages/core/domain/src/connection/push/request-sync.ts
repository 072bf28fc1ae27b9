import { type Database, Prisma } from '@docfleet/database';

/** The connections that a notification concerns: one, or those of a namespace's application. */
export type NotifiedConnections =
  | { readonly connectionId: string }
  | {
      readonly namespaceId: string;
      readonly connector: string;
      /** The vendor's ids of the accounts, or of the members as whom a team's connections read; undefined: all of them. */
      readonly accounts: readonly string[] | undefined;
    };

function conditionOf(notified: NotifiedConnections): Prisma.Sql {
  if ('connectionId' in notified) return Prisma.sql`connection.id = ${notified.connectionId}::uuid`;
  const { namespaceId, connector, accounts } = notified;
  const place = Prisma.sql`connection."namespaceId" = ${namespaceId}::uuid AND connection.connector = ${connector}`;
  // A connection whose account is not known yet may be meant.
  return accounts
    ? Prisma.sql`${place} AND (watch."accountId" IS NULL OR watch."accountId" = ANY(${accounts})
        OR connection.settings->>'member' = ANY(${accounts}))`
    : place;
}

/**
 * Asks for a sync of the scheduled jobs of active connections, once however often it is called before they run; returns how many jobs were
 * not requested yet. While a job runs, another run follows it: the change may lie behind what the listing has read.
 */
export async function requestSync(database: Database, notified: NotifiedConnections): Promise<number> {
  return database.$executeRaw`
    INSERT INTO sync_invitations ("ingestJobId")
    SELECT job.id FROM connections connection
      JOIN ingest_jobs job ON job."connectionId" = connection.id AND job."syncFrequency" <> 'NEVER'
      LEFT JOIN connection_watches watch ON watch."connectionId" = connection.id
        AND watch.authorizations = connection.authorizations
    WHERE connection.status = 'ACTIVE' AND ${conditionOf(notified)}
    ON CONFLICT ("ingestJobId") DO NOTHING`;
}
