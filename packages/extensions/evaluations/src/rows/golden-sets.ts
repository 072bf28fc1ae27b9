import type { Database, DatabaseSession, GoldenSetModel } from '@docfleet/database';
import { type Actor, recordAuditEvent } from '@docfleet/domain/audit-event';
import { createId, isId } from '@docfleet/domain/database';
import type { Page } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';

/** Scope of the golden sets and evaluations that a request may see: a namespace or an organization; with a tenant id only that tenant's. */
export type EvaluationOwner = ({ readonly namespaceId: string } | { readonly organizationId: string }) & {
  readonly tenantId: string | undefined;
};

/** A condition on golden sets and evaluations. */
export const ownedBy = ({ tenantId, ...place }: EvaluationOwner) => ({
  ...('namespaceId' in place
    ? { namespaceId: place.namespaceId }
    : { namespace: { organizationId: place.organizationId, status: 'ACTIVE' as const } }),
  ...(tenantId !== undefined && { tenantId }),
});

/** A golden set with how many questions it has. */
export interface GoldenSet extends GoldenSetModel {
  readonly questionCount: number;
  readonly candidateCount: number;
}

async function withCounts(database: DatabaseSession, sets: readonly GoldenSetModel[]): Promise<GoldenSet[]> {
  const counts = await database.goldenQuestion.groupBy({
    by: ['goldenSetId', 'status'],
    where: { goldenSetId: { in: sets.map(({ id }) => id) } },
    _count: true,
  });
  const countOf = (id: string, status: string) =>
    counts.find((count) => count.goldenSetId === id && count.status === status)?._count ?? 0;
  return sets.map((set) => ({
    ...set,
    questionCount: countOf(set.id, 'ACCEPTED'),
    candidateCount: countOf(set.id, 'CANDIDATE'),
  }));
}

export interface GoldenSetSettings {
  readonly name: string;
  readonly description: string | null;
}

async function requireFreeName(
  session: DatabaseSession,
  namespaceId: string,
  { name, tenantId, id }: { name: string; tenantId: string | null; id?: string },
): Promise<void> {
  const taken = await session.goldenSet.count({
    where: { namespaceId, tenantId, name, ...(id !== undefined && { id: { not: id } }) },
  });
  if (taken > 0) throw new AppError('GOLDEN_SET_CONFLICT', `There is a golden set "${name}" already`);
}

/** Of two concurrent changes, the second sees the first. */
const lockNamespace = (session: DatabaseSession, namespaceId: string) =>
  session.$queryRaw`SELECT 1 FROM namespaces WHERE id = ${namespaceId}::uuid FOR NO KEY UPDATE`;

/** Creates an empty golden set; rejects with GOLDEN_SET_CONFLICT for a name that is taken, ORGANIZATION_LIMIT_REACHED beyond the limit. */
export async function createGoldenSet(
  database: Database,
  actor: Actor,
  {
    namespaceId,
    tenantId = null,
    name,
    description,
  }: GoldenSetSettings & { namespaceId: string; tenantId: string | null | undefined },
): Promise<GoldenSet> {
  const id = createId();
  const set = await database.$transaction(async (session) => {
    await lockNamespace(session, namespaceId);
    const maxGoldenSets = limits.goldenSetsPerNamespace;
    if ((await session.goldenSet.count({ where: { namespaceId } })) >= maxGoldenSets)
      throw new AppError('ORGANIZATION_LIMIT_REACHED', `A namespace can have ${maxGoldenSets} golden sets`);
    await requireFreeName(session, namespaceId, { name, tenantId });
    await recordAuditEvent(session, actor, {
      action: 'golden_set.created',
      targetType: 'golden_set',
      targetId: id,
      tenantId,
    });
    return session.goldenSet.create({ data: { id, namespaceId, tenantId, name, description } });
  });
  return { ...set, questionCount: 0, candidateCount: 0 };
}

/** Lists golden sets, newest first, one more than the page size when there is a next page. */
export async function listGoldenSets(
  database: Database,
  owner: EvaluationOwner,
  page: Page,
): Promise<GoldenSet[]> {
  const sets = await database.goldenSet.findMany({
    where: { ...ownedBy(owner), ...(page.after && { id: { lt: page.after } }) },
    orderBy: { id: 'desc' },
    take: page.size + 1,
  });
  return withCounts(database, sets);
}

/** Returns a golden set; undefined when there is none that the owner can see. */
export async function findGoldenSet(
  database: Database,
  owner: EvaluationOwner,
  id: string,
): Promise<GoldenSet | undefined> {
  if (!isId(id)) return undefined;
  const set = await database.goldenSet.findFirst({ where: { id, ...ownedBy(owner) } });
  return set ? (await withCounts(database, [set]))[0] : undefined;
}

/** Changes the name or description of a golden set; undefined when it was deleted meanwhile. */
export async function updateGoldenSet(
  database: Database,
  { id, namespaceId, tenantId }: GoldenSetModel,
  changes: Partial<GoldenSetSettings>,
): Promise<GoldenSet | undefined> {
  return database.$transaction(async (session) => {
    await lockNamespace(session, namespaceId);
    if (changes.name !== undefined)
      await requireFreeName(session, namespaceId, { name: changes.name, tenantId, id });
    const [set] = await session.goldenSet.updateManyAndReturn({ where: { id }, data: changes });
    return set && (await withCounts(session, [set]))[0];
  });
}

/** Deletes a golden set with its questions and evaluations. */
export async function deleteGoldenSet(
  database: Database,
  actor: Actor,
  { id, tenantId }: GoldenSetModel,
): Promise<void> {
  await database.$transaction(async (session) => {
    const { count } = await session.goldenSet.deleteMany({ where: { id } });
    if (count === 0) return;
    await recordAuditEvent(session, actor, {
      action: 'golden_set.deleted',
      targetType: 'golden_set',
      targetId: id,
      tenantId,
    });
  });
}
