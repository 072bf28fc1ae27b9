import type { Database, DatabaseSession, SyncFrequency } from '@docfleet/database';
import { type Actor, recordAuditEvent } from '../audit-event/audit-events.ts';
import { firstId } from '../database/pages-by-id.ts';
import { isReadable } from '../ingest/accept-source.ts';
import { nextMoment, readClock } from '../schedule/schedules.ts';
import type { DocumentFilter } from './filter.ts';
import { batchSize, type LockedDocument, lockPage } from './lock-page.ts';

export interface ScheduleBatch {
  readonly documents: readonly { readonly id: string; readonly scheduled: boolean }[];
}

const isSchedulable = ({ ingestionSource }: LockedDocument) => isReadable(ingestionSource);

async function schedulePage(
  session: DatabaseSession,
  documents: readonly LockedDocument[],
  { syncFrequency, now }: { syncFrequency: SyncFrequency; now: Date },
): Promise<void> {
  const next = documents.map((document) =>
    syncFrequency === 'NEVER' ? null : nextMoment(document.createdAt, syncFrequency, now),
  );
  await session.$executeRaw`
    UPDATE documents SET "syncFrequency" = ${syncFrequency}::"SyncFrequency", "nextSyncAt" = scheduled.next
    FROM unnest(${documents.map((document) => document.id)}::uuid[], ${next}::timestamptz[]) AS scheduled(id, next)
    WHERE documents.id = scheduled.id`;
}

/** Sets the resync frequency of all matching documents, page by page; NEVER removes it. Schedules are anchored at each document's creation. */
export async function* scheduleDocuments(
  database: Database,
  actor: Actor,
  filter: DocumentFilter,
  syncFrequency: SyncFrequency,
): AsyncGenerator<ScheduleBatch> {
  const now = await readClock(database);
  let after = firstId;
  for (;;) {
    const page = await database.$transaction(async (session) => {
      const locked = await lockPage(session, filter, after);
      const scheduled = locked.filter(isSchedulable);
      if (scheduled.length === 0) return locked;
      await schedulePage(session, scheduled, { syncFrequency, now });
      await recordAuditEvent(session, actor, {
        action: 'document.scheduled',
        targetType: 'document',
        targetId: scheduled.length === 1 ? (scheduled[0]?.id ?? null) : null,
        tenantId: filter.tenantId,
        details: { namespaceId: filter.namespaceId, documents: scheduled.length, syncFrequency },
      });
      return locked;
    });
    if (page.length > 0)
      yield { documents: page.map((one) => ({ id: one.id, scheduled: isSchedulable(one) })) };
    if (page.length < batchSize) return;
    after = page.at(-1)?.id ?? after;
  }
}
