import type { Database, DatabaseSession, GatedChangeModel } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { z } from 'zod';
import { compareEvaluations, isWorse } from '../evaluation/compare.ts';
import { type EvaluationConfig, evaluationConfig } from '../evaluation/config.ts';
import { type Evaluation, findEvaluation, startEvaluation } from '../evaluation/evaluations.ts';
import { type NamespaceConfigs, parseConfigs } from '../namespace/configs.ts';
import { openChanges } from '../namespace/seal-configs.ts';
import { changeNamespace } from '../namespace/update-namespace.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import { endGatedChange } from './gated-changes.ts';

const changedConfigs = z.record(z.string(), z.unknown());
const withoutRerank = ({ rerank: _, ...config }: EvaluationConfig): EvaluationConfig => config;

/** Whether a namespace would have a reranker after a change; null removes a configuration. */
function hasReranker({ rerankConfig }: NamespaceConfigs, { changes }: GatedChangeModel): boolean {
  const changed = changedConfigs.parse(changes);
  return 'rerankConfig' in changed ? changed['rerankConfig'] !== null : rerankConfig !== undefined;
}

/** Starts the evaluations of a change: of the namespace as it is, and as it would be. Has no effect when they were started already. */
export async function startGateEvaluations(
  database: Database,
  change: GatedChangeModel,
): Promise<OutboxJob[]> {
  const { id, namespaceId, goldenSetId } = change;
  return database.$transaction(async (session) => {
    // The lock first: of two calls, the second sees that the first has begun.
    await session.$queryRaw`SELECT 1 FROM namespaces WHERE id = ${namespaceId}::uuid FOR NO KEY UPDATE`;
    const current = await session.gatedChange.findUnique({ where: { id } });
    if (current?.status !== 'BUILDING') return [];
    const { configs } = await session.namespace.findUniqueOrThrow({ where: { id: namespaceId } });
    const before = parseConfigs(configs);
    const isReranked = { before: before.rerankConfig !== undefined, after: hasReranker(before, change) };
    const config = evaluationConfig.parse(change.config);
    const evaluation = { namespaceId, goldenSetId, isOfGate: true };
    const baseline = await startEvaluation(session, {
      ...evaluation,
      config: isReranked.before ? config : withoutRerank(config),
    });
    const { seed } = await session.evaluation.findUniqueOrThrow({ where: { id: baseline.id } });
    const candidate = await startEvaluation(session, {
      ...evaluation,
      config: isReranked.after ? config : withoutRerank(config),
      seed,
      gatedChangeId: id,
    });
    await session.gatedChange.update({
      where: { id },
      data: { status: 'EVALUATING', baselineId: baseline.id, candidateId: candidate.id },
    });
    return [baseline.job, candidate.job];
  });
}

/** Applies a change that was evaluated. Has no effect on one that has ended. Returns the jobs to dispatch. */
export async function applyGatedChange(
  database: Database,
  vault: Vault,
  { id }: Pick<GatedChangeModel, 'id'>,
): Promise<readonly OutboxJob[]> {
  return database.$transaction(async (session) => {
    const [change] = await session.gatedChange.updateManyAndReturn({
      where: { id, status: { in: ['EVALUATING', 'DECIDING'] } },
      data: { status: 'APPLIED', endedAt: new Date(), isSettled: true },
    });
    if (!change) return [];
    const { organizationId } = await session.namespace.findUniqueOrThrow({
      where: { id: change.namespaceId },
    });
    const updated = await changeNamespace(
      session,
      vault,
      { organizationId, apiKeyId: change.apiKeyId },
      {
        namespaceId: change.namespaceId,
        configs: openChanges(vault, change),
        reembed: true,
      },
    );
    await session.shadowDocument.deleteMany({ where: { gatedChangeId: id } });
    const reembeddingRunId = updated?.reembeddingRunId ?? null;
    await session.gatedChange.update({ where: { id }, data: { reembeddingRunId } });
    return updated?.jobs ?? [];
  });
}

const isOver = ({ status }: Evaluation) => status !== 'QUEUED' && status !== 'RUNNING';

/** The sentence of a refusal, with the figures that it is based on. */
const refusal = ({ value, low, high }: { value: number; low: number; high: number }) =>
  `nDCG@10 would change by ${value.toFixed(3)} (95 % interval ${low.toFixed(3)} to ${high.toFixed(3)}): the golden set would get worse by more than chance explains`;

async function findBoth(
  session: DatabaseSession,
  { namespaceId, baselineId, candidateId }: GatedChangeModel,
) {
  const owner = { namespaceId, tenantId: undefined };
  return Promise.all([baselineId, candidateId].map((id) => findEvaluation(session, owner, id ?? '')));
}

/** Applies or refuses a change whose evaluations are complete. Returns the jobs to dispatch; undefined while they are under way. */
export async function judgeGatedChange(
  database: Database,
  vault: Vault,
  change: GatedChangeModel,
): Promise<readonly OutboxJob[] | undefined> {
  const [baseline, candidate] = await findBoth(database, change);
  if (!baseline || !candidate)
    return endGatedChange(database, change, { status: 'FAILED', error: 'Its evaluations were deleted' });
  if (!isOver(baseline) || !isOver(candidate)) return undefined;
  const failed = [baseline, candidate].find(({ status }) => status !== 'COMPLETED');
  if (failed) {
    const error = `Evaluation ${failed.id} is ${failed.status}${failed.error ? `: ${failed.error}` : ''}`;
    return endGatedChange(database, change, { status: 'FAILED', error });
  }
  const comparison = await compareEvaluations(database, { baseline, candidate });
  if (!comparison.differences)
    return endGatedChange(database, change, {
      status: 'FAILED',
      error: 'The evaluations have no question in common',
    });
  if (change.isManual) {
    const where = { id: change.id, status: 'EVALUATING' } as const;
    await database.gatedChange.updateMany({ where, data: { status: 'DECIDING' } });
    return [];
  }
  if (isWorse(comparison))
    return endGatedChange(database, change, {
      status: 'REFUSED',
      error: refusal(comparison.differences.ndcg),
    });
  return applyGatedChange(database, vault, change);
}
