import type { Database } from '@docfleet/database';
import type { Actor } from '../audit-event/record-audit-event.ts';
import { type Connection, recordConnectionEvent, withoutTokens } from './connection.ts';

/** Changes to a connection; undefined fields keep their values. */
export interface ConnectionChanges {
  readonly name?: string | undefined;
  readonly clientRedirectUrl?: string | null | undefined;
  /** Site that is read from now on, of a vendor whose accounts hold several. */
  readonly siteId?: string | null | undefined;
}

/** Changes the given fields and leaves the others; undefined when the connection is gone meanwhile. */
export async function updateConnection(
  database: Database,
  actor: Actor,
  { id }: Pick<Connection, 'id'>,
  changes: ConnectionChanges,
): Promise<Connection | undefined> {
  const known = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  // Its name is found with it.
  const given = changes.siteId === undefined ? known : { ...known, siteName: null };
  return database.$transaction(async (session) => {
    const [updated] = await session.connection.updateManyAndReturn({
      where: { id },
      data: given,
      omit: withoutTokens,
    });
    if (!updated) return undefined;
    const details = { changed: Object.keys(given) };
    await recordConnectionEvent(session, actor, updated, { action: 'connection.updated', details });
    return updated;
  });
}

/** Remembers the only site of an account as the one that is read, unless another was chosen, or the account is another meanwhile. */
export async function chooseSite(
  database: Database,
  {
    connectionId,
    authorizations,
    site,
  }: {
    readonly connectionId: string;
    readonly authorizations: number;
    readonly site: { readonly id: string; readonly name: string };
  },
): Promise<void> {
  await database.connection.updateMany({
    where: { id: connectionId, authorizations, siteId: null },
    data: { siteId: site.id, siteName: site.name.slice(0, 255) },
  });
}
