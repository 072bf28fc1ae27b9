import type { AuditEventModel, Database, DatabaseSession } from '@docfleet/database';
import { currentLogContext } from '@docfleet/runtime/logging';
import { createId } from '../database/identifier.ts';
import { removeInSteps } from '../database/roll-up.ts';
import type { Page } from '../run/list-runs.ts';

/** Deletes events before a time, in bounded steps; returns their number. */
export const removeAuditEvents = (database: Database, before: Date): Promise<number> =>
  removeInSteps(
    (rows) => database.$executeRaw`
      DELETE FROM audit_events WHERE id IN (
        SELECT id FROM audit_events WHERE "createdAt" < ${before} LIMIT ${rows})`,
  );

/** The initiator of a change. */
export interface Actor {
  readonly organizationId: string;
  /** Null for the operator's command line. */
  readonly apiKeyId: string | null;
}

export interface AuditedChange {
  /** `<noun>.<past participle>`: `api_key.revoked`. */
  readonly action: `${string}.${string}`;
  readonly targetType:
    | 'api_key'
    | 'namespace'
    | 'connection'
    | 'webhook'
    | 'document'
    | 'ingest_job_run'
    | 'golden_set';
  /** Null when the change does not concern a single object. */
  readonly targetId: string | null;
  readonly tenantId?: string | null | undefined;
  /** Further names and counts; never a secret or the content of a document. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Inserts an audit event in the transaction of the change. */
export async function recordAuditEvent(
  session: DatabaseSession,
  actor: Actor,
  { action, targetType, targetId, tenantId = null, details = {} }: AuditedChange,
): Promise<void> {
  const { organizationId, apiKeyId } = actor;
  const requestId = currentLogContext().requestId ?? null;
  const what = { action, targetType, targetId, tenantId, details: JSON.parse(JSON.stringify(details)) };
  await session.auditEvent.create({ data: { id: createId(), organizationId, apiKeyId, requestId, ...what } });
}

export interface AuditEventFilter {
  readonly organizationId: string;
  readonly action?: string | undefined;
  readonly targetType?: string | undefined;
  readonly targetId?: string | undefined;
  readonly apiKeyId?: string | undefined;
  /** Inclusive. */
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly to?: Date | undefined;
}

/** Returns audit events of an organization, newest first, one more than the page size when there is a next page. */
export async function listAuditEvents(
  database: Database,
  { from, to, ...filter }: AuditEventFilter,
  page: Page,
): Promise<AuditEventModel[]> {
  const equal = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return database.auditEvent.findMany({
    where: {
      ...equal,
      ...(page.after && { id: { lt: page.after } }),
      ...((from || to) && { createdAt: { ...(from && { gte: from }), ...(to && { lt: to }) } }),
    },
    orderBy: { id: 'desc' },
    take: page.size + 1,
  });
}
