import { randomInt } from 'node:crypto';
import type { Database, DatabaseSession, EvaluationModel } from '@docfleet/database';
import { createId, isId } from '@docfleet/domain/database';
import { lockApiKeys } from '@docfleet/domain/organization';
import { createOutboxJob, type OutboxJob, writeOutbox } from '@docfleet/domain/outbox';
import type { Page } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import { defineQueue } from '@docfleet/queues';
import { limits } from '@docfleet/runtime/config';
import { z } from 'zod';
import {
  type EvaluationConfig,
  type EvaluationMetrics,
  evaluationConfig,
  evaluationMetrics,
} from './config.ts';
import { type EvaluationOwner, ownedBy } from './golden-sets.ts';

export const runEvaluation = defineQueue({
  name: 'run-evaluation',
  description: 'Searches the questions of a golden set and judges what is found',
  payload: z.strictObject({ evaluationId: z.uuid(), namespaceId: z.uuid() }),
  dedupe: ({ evaluationId }) => evaluationId,
  owner: ({ namespaceId }) => ({ kind: 'namespace', id: namespaceId }),
});

/** An evaluation with its progress. */
export interface Evaluation extends Omit<EvaluationModel, 'config' | 'metrics'> {
  readonly config: EvaluationConfig;
  readonly metrics: EvaluationMetrics | null;
  /** Questions that were searched. */
  readonly searchedCount: number;
}

export const openStatuses = ['QUEUED', 'RUNNING'] as const;

async function toEvaluations(
  session: DatabaseSession,
  rows: readonly EvaluationModel[],
): Promise<Evaluation[]> {
  const open = rows.filter(({ status }) => status !== 'COMPLETED').map(({ id }) => id);
  const counts = await session.evaluationResult.groupBy({
    by: ['evaluationId'],
    where: { evaluationId: { in: open }, ndcg: { not: null } },
    _count: true,
  });
  const searched = new Map(counts.map(({ evaluationId, _count }) => [evaluationId, _count]));
  return rows.map((row) => ({
    ...row,
    config: evaluationConfig.parse(row.config),
    metrics: evaluationMetrics.nullable().parse(row.metrics),
    searchedCount: row.status === 'COMPLETED' ? row.questionCount : (searched.get(row.id) ?? 0),
  }));
}

export interface NewEvaluation {
  readonly namespaceId: string;
  readonly goldenSetId: string;
  readonly config: EvaluationConfig;
  /** Seed of the bootstrap; random by default. */
  readonly seed?: number | undefined;
}

const maxSeed = 2 ** 31 - 1;

/** The history of a set is bounded: the oldest evaluations that ended make room. */
async function deleteOldest(session: DatabaseSession, goldenSetId: string): Promise<void> {
  const old = await session.evaluation.findMany({
    where: { goldenSetId, status: { notIn: [...openStatuses] } },
    orderBy: { id: 'desc' },
    skip: limits.evaluationsPerGoldenSet - 1,
    select: { id: true },
  });
  await session.evaluation.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
}

/** Bounds the waiting evaluations of each namespace and each organization, because all organizations share the workers. */
async function requireFewOpen(
  session: DatabaseSession,
  { namespaceId, organizationId }: { namespaceId: string; organizationId: string },
): Promise<void> {
  await lockApiKeys(session, organizationId);
  const open = (where: { namespaceId: string } | { namespace: { organizationId: string } }) =>
    session.evaluation.count({ where: { ...where, status: { in: [...openStatuses] } } });
  const { openEvaluationsPerNamespace: maxOfNamespace, openEvaluationsPerOrganization: maxOfOrganization } =
    limits;
  if ((await open({ namespaceId })) >= maxOfNamespace)
    throw new AppError(
      'ORGANIZATION_LIMIT_REACHED',
      `A namespace can have ${maxOfNamespace} evaluations under way`,
    );
  if ((await open({ namespace: { organizationId } })) >= maxOfOrganization)
    throw new AppError(
      'ORGANIZATION_LIMIT_REACHED',
      `An organization can have ${maxOfOrganization} evaluations under way`,
    );
}

/**
 * Creates an evaluation of a namespace with the accepted questions of a set, which may be of another namespace of the organization, in a
 * transaction: copies them, so that later changes of the set do not concern it.
 * Returns its id and the job; rejects with GOLDEN_SET_NOT_FOUND, GOLDEN_SET_CONFLICT for a set without questions, ORGANIZATION_LIMIT_REACHED.
 */
export async function startEvaluation(
  session: DatabaseSession,
  { namespaceId, goldenSetId, config, seed = randomInt(maxSeed) }: NewEvaluation,
): Promise<{ id: string; job: OutboxJob }> {
  await session.$queryRaw`SELECT 1 FROM namespaces WHERE id = ${namespaceId}::uuid FOR NO KEY UPDATE`;
  const { organizationId } = await session.namespace.findUniqueOrThrow({
    where: { id: namespaceId },
    select: { organizationId: true },
  });
  const owner = { organizationId, tenantId: undefined };
  const set = await session.goldenSet.findFirst({ where: { id: goldenSetId, ...ownedBy(owner) } });
  if (!set) throw new AppError('GOLDEN_SET_NOT_FOUND', 'There is no golden set of this id');
  await requireFewOpen(session, { namespaceId, organizationId });
  await deleteOldest(session, goldenSetId);
  const id = createId();
  const questionCount = await session.goldenQuestion.count({ where: { goldenSetId, status: 'ACCEPTED' } });
  if (questionCount === 0)
    throw new AppError('GOLDEN_SET_CONFLICT', 'The golden set has no accepted questions');
  const { tenantId } = set;
  await session.evaluation.create({
    data: {
      id,
      namespaceId,
      goldenSetId,
      tenantId,
      config,
      seed,
      questionCount,
    },
  });
  await session.$executeRaw`
    INSERT INTO evaluation_results ("evaluationId", "questionId", question, relevant, "referenceAnswer")
    SELECT ${id}::uuid, id, question, relevant, "referenceAnswer" FROM golden_questions
    WHERE "goldenSetId" = ${goldenSetId}::uuid AND status = 'ACCEPTED'`;
  // Counted again by what was copied: questions may have been added in between.
  await session.$executeRaw`
    UPDATE evaluations SET "questionCount" = (SELECT count(*) FROM evaluation_results WHERE "evaluationId" = ${id}::uuid)
    WHERE id = ${id}::uuid`;
  return { id, job: await writeOutbox(session, runEvaluation, { evaluationId: id, namespaceId }) };
}

/** Lists evaluations, newest first, one more than the page size when there is a next page. */
export async function listEvaluations(
  database: Database,
  { goldenSetId, ...owner }: EvaluationOwner & { goldenSetId?: string | undefined },
  page: Page,
): Promise<Evaluation[]> {
  if (goldenSetId !== undefined && !isId(goldenSetId)) return [];
  const rows = await database.evaluation.findMany({
    where: {
      ...ownedBy(owner),
      ...(goldenSetId !== undefined && { goldenSetId }),
      ...(page.after && { id: { lt: page.after } }),
    },
    orderBy: { id: 'desc' },
    take: page.size + 1,
  });
  return toEvaluations(database, rows);
}

/** Returns an evaluation; undefined when there is none that the owner can see. */
export async function findEvaluation(
  database: DatabaseSession,
  owner: EvaluationOwner,
  id: string,
): Promise<Evaluation | undefined> {
  if (!isId(id)) return undefined;
  const row = await database.evaluation.findFirst({ where: { id, ...ownedBy(owner) } });
  return row ? (await toEvaluations(database, [row]))[0] : undefined;
}

/** Cancels an evaluation that has not ended; has no effect on others. */
export async function cancelEvaluation(database: Database, id: string): Promise<void> {
  await database.evaluation.updateMany({
    where: { id, status: { in: [...openStatuses] } },
    data: { status: 'CANCELLED', endedAt: new Date() },
  });
}

/** Jobs of evaluations that have not ended; adding one that is still queued has no effect. */
export async function findOpenEvaluations(database: Database): Promise<OutboxJob[]> {
  const rows = await database.evaluation.findMany({
    where: { status: { in: [...openStatuses] }, namespace: { status: 'ACTIVE' } },
    select: { id: true, namespaceId: true },
  });
  return rows.map(({ id, namespaceId }) => createOutboxJob(runEvaluation, { evaluationId: id, namespaceId }));
}
