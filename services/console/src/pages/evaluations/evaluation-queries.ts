import type { Evaluation, GoldenSet } from '@docfleet/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const maxPageSize = 100;
const refreshMs = 2_000;

/** Returns whether an evaluation is queued or running. */
export const isOpen = ({ status }: Evaluation): boolean => status === 'QUEUED' || status === 'RUNNING';

const given = (tenantId: string, signal: AbortSignal) => ({ signal, ...(tenantId && { tenantId }) });

/** Loads the newest 100 golden sets of a namespace. */
export const goldenSetsQuery = (namespaceId: string, tenantId: string) =>
  queryOptions({
    queryKey: ['golden-sets', namespaceId, tenantId],
    queryFn: async ({ signal }) =>
      (await api.goldenSets.list({ namespaceId, pageSize: maxPageSize }, given(tenantId, signal))).goldenSets,
  });

/** Loads the newest 100 evaluations of a namespace or of one golden set, repeatedly while one is queued or running. */
export const evaluationsQuery = (namespaceId: string, tenantId: string, goldenSetId?: string) =>
  queryOptions({
    queryKey: ['evaluations', namespaceId, tenantId, goldenSetId ?? null],
    queryFn: async ({ signal }) => {
      const list = { namespaceId, pageSize: maxPageSize, ...(goldenSetId && { goldenSetId }) };
      return (await api.evaluations.list(list, given(tenantId, signal))).evaluations;
    },
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? refreshMs : false),
  });

export interface SetWithQuestions {
  readonly set: GoldenSet;
  /** Questions that have been accepted, at most 100. */
  readonly questions: Awaited<ReturnType<typeof api.goldenSets.questions>>['questions'];
  readonly candidates: Awaited<ReturnType<typeof api.goldenSets.questions>>['questions'];
}

/** Loads a golden set with the first 100 of its accepted questions and of its candidates. */
export const goldenSetQuery = (namespaceId: string, tenantId: string, goldenSetId: string) =>
  queryOptions({
    queryKey: ['golden-set', namespaceId, tenantId, goldenSetId],
    async queryFn({ signal }): Promise<SetWithQuestions> {
      const place = { namespaceId, goldenSetId };
      const list = (status: 'ACCEPTED' | 'CANDIDATE') =>
        api.goldenSets.questions({ ...place, status, pageSize: maxPageSize }, given(tenantId, signal));
      const [{ goldenSet: set }, { questions }, { questions: candidates }] = await Promise.all([
        api.goldenSets.get(place, given(tenantId, signal)),
        list('ACCEPTED'),
        list('CANDIDATE'),
      ]);
      return { set, questions, candidates };
    },
  });

/** Loads an evaluation, repeatedly while it is queued or running. */
export const evaluationQuery = (namespaceId: string, tenantId: string, evaluationId: string) =>
  queryOptions({
    queryKey: ['evaluation', namespaceId, tenantId, evaluationId],
    queryFn: async ({ signal }) =>
      (await api.evaluations.get({ namespaceId, evaluationId }, given(tenantId, signal))).evaluation,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? refreshMs : false),
  });

/** Loads the comparison of an evaluation with an earlier one. */
export const comparisonQuery = (
  namespaceId: string,
  tenantId: string,
  { evaluationId, baselineId }: { readonly evaluationId: string; readonly baselineId: string },
) =>
  queryOptions({
    queryKey: ['comparison', namespaceId, tenantId, evaluationId, baselineId],
    queryFn: ({ signal }) =>
      api.evaluations.compare({ namespaceId, evaluationId, baselineId }, given(tenantId, signal)),
  });
