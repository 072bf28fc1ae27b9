import type { Database } from '@docfleet/database';
import type { Actor } from '../audit-event/record-audit-event.ts';
import { type Connection, recordConnectionEvent, withoutTokens } from './connection.ts';

/** What is undefined stays as it is. */
export interface ConnectionChanges {
  readonly name?: string | undefined;
  readonly clientRedirectUrl?: string | null | undefined;
}

/** Changes what is given and leaves the rest; undefined when the connection is gone meanwhile. */
export async function updateConnection(
  database: Database,
  actor: Actor,
  { id }: Pick<Connection, 'id'>,
  changes: ConnectionChanges,
): Promise<Connection | undefined> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
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
