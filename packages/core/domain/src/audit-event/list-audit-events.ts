import type { AuditEventModel, Database } from '@docfleet/database';
import type { Page } from '../run/list-runs.ts';

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
