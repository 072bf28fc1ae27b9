import type { Database, DatabaseSession, GatedChangeModel } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { tryChange } from '@docfleet/queues';
import type { Vault } from '@docfleet/secrets';
import { type Actor, recordAuditEvent } from '../audit-event/record-audit-event.ts';
import { createId, isId } from '../database/identifier.ts';
import type { EvaluationConfig } from '../evaluation/config.ts';
import { type EvaluationOwner, ownedBy } from '../evaluation/golden-sets.ts';
import type { NamespaceConfigs } from '../namespace/configs.ts';
import { changesGeneration } from '../namespace/generation.ts';
import { sealChanges, unsealConfigs } from '../namespace/seal-configs.ts';
import { createOutboxJob, type OutboxJob, writeOutbox } from '../outbox/outbox.ts';
import type { Page } from '../run/list-runs.ts';

/** A gated change as it may be shown: without secrets. */
export type GatedChange = Omit<GatedChangeModel, 'sealedSecrets'>;

const withoutSecrets = { sealedSecrets: true } as const;
const openGateStatuses = ['BUILDING', 'EVALUATING', 'DECIDING'] as const;

export interface NewGatedChange {
  readonly namespaceId: string;
  readonly goldenSetId: string;
  readonly tenantId: string | null;
  /** Each replaces the current configuration; undefined removes it. */
  readonly changes: NamespaceConfigs;
  readonly config: EvaluationConfig;
  /** Whether a user decides on it once it is evaluated. */
  readonly isManual?: boolean;
}

const conflict = (message: string) => new AppError('NAMESPACE_CONFLICT', message);

/**
 * Creates a gated change; undefined when the namespace was deleted meanwhile. Rejects with NAMESPACE_CONFLICT while another change of model or
 * store, or another gated change, is in progress.
 */
export async function createGatedChange(
  database: Database,
  vault: Vault,
  actor: Actor,
  { namespaceId, goldenSetId, tenantId, changes, config, isManual = false }: NewGatedChange,
): Promise<{ gatedChange: GatedChange; jobs: readonly OutboxJob[] } | undefined> {
  return database.$transaction(async (session) => {
    await session.$queryRaw`SELECT 1 FROM namespaces WHERE id = ${namespaceId}::uuid FOR UPDATE`;
    const row = await session.namespace.findUnique({ where: { id: namespaceId, status: 'ACTIVE' } });
    if (!row) return undefined;
    if (row.previousConfigs !== null)
      throw conflict('The documents are still being embedded anew after the last change');
    if ((await session.gatedChange.count({ where: { namespaceId, isSettled: false } })) > 0)
      throw conflict('Another gated change of the namespace is in progress');
    const configs = unsealConfigs(vault, row.id, { shown: row.configs, sealed: row.sealedSecrets });
    const id = createId();
    const rebuilds = changesGeneration(configs, { ...configs, ...changes });
    const gatedChange = await session.gatedChange.create({
      data: {
        id,
        namespaceId,
        goldenSetId,
        tenantId,
        config,
        isManual,
        apiKeyId: actor.apiKeyId,
        ...sealChanges(vault, id, changes),
        generation: rebuilds ? row.generation + 1 : null,
      },
      omit: withoutSecrets,
    });
    await session.namespace.update({ where: { id: namespaceId }, data: { version: { increment: 1 } } });
    await recordAuditEvent(session, actor, {
      ...({ action: 'gated_change.created', targetType: 'namespace', targetId: row.name, tenantId } as const),
      details: { configs: Object.keys(changes), goldenSetId },
    });
    return { gatedChange, jobs: [await writeOutbox(session, tryChange, { namespaceId })] };
  });
}

/** Lists gated changes, newest first, one more than the page size when there is a next page. */
export async function listGatedChanges(
  database: Database,
  owner: EvaluationOwner,
  page: Page,
): Promise<GatedChange[]> {
  return database.gatedChange.findMany({
    where: { ...ownedBy(owner), ...(page.after && { id: { lt: page.after } }) },
    orderBy: { id: 'desc' },
    take: page.size + 1,
    omit: withoutSecrets,
  });
}

/** Returns a gated change; undefined when there is none that the owner can see. */
export async function findGatedChange(
  database: Database,
  owner: EvaluationOwner,
  id: string,
): Promise<GatedChange | undefined> {
  if (!isId(id)) return undefined;
  const found = await database.gatedChange.findFirst({
    where: { id, ...ownedBy(owner) },
    omit: withoutSecrets,
  });
  return found ?? undefined;
}

/** Returns the gated change of a namespace that has still to be worked on: to be tried, or to be purged; undefined when there is none. */
export async function findUnsettledChange(
  database: DatabaseSession,
  namespaceId: string,
): Promise<GatedChangeModel | undefined> {
  const where = { namespaceId, isSettled: false, namespace: { status: 'ACTIVE' } } as const;
  return (await database.gatedChange.findFirst({ where })) ?? undefined;
}

/** Ends a gated change without applying it; what was built is purged afterwards. Has no effect on one that has ended. */
export async function endGatedChange(
  database: Database,
  { id, namespaceId }: Pick<GatedChangeModel, 'id' | 'namespaceId'>,
  { status, error = null }: { status: 'REFUSED' | 'FAILED' | 'CANCELLED'; error?: string | null },
): Promise<OutboxJob[]> {
  return database.$transaction(async (session) => {
    const ended = await session.gatedChange.updateManyAndReturn({
      where: { id, status: { in: [...openGateStatuses] } },
      data: { status, error, endedAt: new Date() },
    });
    if (ended.length === 0) return [];
    await session.evaluation.updateMany({
      where: { gatedChangeId: id, status: { in: ['QUEUED', 'RUNNING'] } },
      data: { status: 'CANCELLED', endedAt: new Date() },
    });
    return [await writeOutbox(session, tryChange, { namespaceId })];
  });
}

const documentsPerStatement = 1_000;

/** Deletes the rows of a shadow generation in bounded steps, also those of documents that were not built to the end. */
async function deleteShadowChunks(
  database: Database,
  namespaceId: string,
  generation: number,
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await database.$queryRaw<{ id: string }[]>`
      WITH document AS (
        SELECT id FROM documents WHERE "namespaceId" = ${namespaceId}::uuid AND id > ${after}::uuid
        ORDER BY id LIMIT ${documentsPerStatement}
      ), chunk AS (
        DELETE FROM chunks USING document WHERE "documentId" = document.id AND revision = ${-generation}
      )
      SELECT id FROM document ORDER BY id`;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Deletes the rows of a shadow generation whose vectors are gone, and settles the change. */
export async function settleGatedChange(
  database: Database,
  { id, namespaceId, generation }: Pick<GatedChangeModel, 'id' | 'namespaceId' | 'generation'>,
): Promise<void> {
  if (generation !== null) await deleteShadowChunks(database, namespaceId, generation);
  await database.$transaction(async (session) => {
    await session.shadowDocument.deleteMany({ where: { gatedChangeId: id } });
    await session.gatedChange.updateMany({ where: { id }, data: { isSettled: true } });
    await session.namespace.updateMany({ where: { id: namespaceId }, data: { version: { increment: 1 } } });
  });
}

/** Jobs for all namespaces with a gated change that is to be worked on; adding one that is still queued has no effect. */
export async function findUnsettledChanges(database: Database): Promise<OutboxJob[]> {
  const where = { isSettled: false, namespace: { status: 'ACTIVE' } } as const;
  const rows = await database.gatedChange.findMany({ where, select: { namespaceId: true } });
  return rows.map(({ namespaceId }) => createOutboxJob(tryChange, { namespaceId }));
}
