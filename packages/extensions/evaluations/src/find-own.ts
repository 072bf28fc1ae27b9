import type { ApiContext } from '@docfleet/api/context';
import { findOwnNamespace } from '@docfleet/api/find-own';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { type Evaluation, findEvaluation } from './rows/evaluations.ts';
import { type EvaluationOwner, findGoldenSet, type GoldenSet } from './rows/golden-sets.ts';

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

/** Returns the owner of the golden sets and evaluations that a request means; throws NAMESPACE_NOT_FOUND. */
export async function ownerOf(
  context: ApiContext,
  { params, organizationId, tenantId }: Input,
): Promise<EvaluationOwner & { readonly namespaceId: string }> {
  const { id } = await findOwnNamespace(context, organizationId, params.namespaceId);
  return { namespaceId: id, tenantId };
}

/** The caller's golden set; throws GOLDEN_SET_NOT_FOUND, also when it is another tenant's. */
export async function findOwnGoldenSet(
  context: ApiContext,
  input: Input & { readonly params: { readonly goldenSetId: string } },
): Promise<GoldenSet> {
  const set = await findGoldenSet(context.database, await ownerOf(context, input), input.params.goldenSetId);
  if (!set) throw goldenSetNotFound();
  return set;
}

/** The evaluation of an owner, also of all namespaces of an organization; throws EVALUATION_NOT_FOUND, also when it is another tenant's. */
export async function findOwnEvaluation(
  { database }: Pick<ApiContext, 'database'>,
  owner: EvaluationOwner,
  id: string,
): Promise<Evaluation> {
  const evaluation = await findEvaluation(database, owner, id);
  if (!evaluation) throw new AppError('EVALUATION_NOT_FOUND', 'There is no evaluation of this id');
  return evaluation;
}
