import type { DatabaseSession } from '@docfleet/database';
import { currentLogContext } from '@docfleet/runtime/logging';
import { createId } from '../database/identifier.ts';

/** Who asks for a change. */
export interface Actor {
  readonly organizationId: string;
  /** Null for the operator's command line. */
  readonly apiKeyId: string | null;
}

export interface AuditedChange {
  /** `<noun>.<past participle>`: `api_key.revoked`. */
  readonly action: `${string}.${string}`;
  readonly targetType: 'api_key' | 'namespace' | 'connection' | 'webhook' | 'document' | 'ingest_job_run';
  /** Null when the change is not about a single one. */
  readonly targetId: string | null;
  readonly tenantId?: string | null | undefined;
  /** What else is worth knowing: names and counts, never a secret or a document's content. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Notes who changed what, as part of the transaction that changes it. */
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
