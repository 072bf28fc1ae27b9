import {
  type Evaluation,
  type EvaluationOwner,
  findEvaluation,
  findGoldenSet,
  type GoldenSet,
} from '@docfleet/domain/evaluation';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import type { GatewayContext } from '../../http/context.ts';
import { findOwnNamespace } from '../../namespaces/find-own-namespace.ts';

export const namespaceParams = z.object({ namespaceId: z.string() });
export const goldenSetParams = namespaceParams.extend({ goldenSetId: z.string() });
export const questionParams = goldenSetParams.extend({ questionId: z.string() });
export const evaluationParams = namespaceParams.extend({ evaluationId: z.string() });

interface Input {
  readonly params: { readonly namespaceId: string };
  readonly organizationId: string;
  readonly tenantId: string | undefined;
}

export const goldenSetNotFound = () =>
  new AppError('GOLDEN_SET_NOT_FOUND', 'There is no golden set of this id');

/** Whose golden sets and evaluations a request means; throws NAMESPACE_NOT_FOUND. */
export async function ownerOf(
  context: GatewayContext,
  { params, organizationId, tenantId }: Input,
): Promise<EvaluationOwner & { readonly namespaceId: string }> {
  const { id } = await findOwnNamespace(context, organizationId, params.namespaceId);
  return { namespaceId: id, tenantId };
}

/** The caller's golden set; throws GOLDEN_SET_NOT_FOUND, also when it is another tenant's. */
export async function findOwnGoldenSet(
  context: GatewayContext,
  input: Input & { readonly params: { readonly goldenSetId: string } },
): Promise<GoldenSet> {
  const set = await findGoldenSet(context.database, await ownerOf(context, input), input.params.goldenSetId);
  if (!set) throw goldenSetNotFound();
  return set;
}

/** The evaluation of an owner, also of all namespaces of an organization; throws EVALUATION_NOT_FOUND, also when it is another tenant's. */
export async function findOwnEvaluation(
  { database }: Pick<GatewayContext, 'database'>,
  owner: EvaluationOwner,
  id: string,
): Promise<Evaluation> {
  const evaluation = await findEvaluation(database, owner, id);
  if (!evaluation) throw new AppError('EVALUATION_NOT_FOUND', 'There is no evaluation of this id');
  return evaluation;
}
