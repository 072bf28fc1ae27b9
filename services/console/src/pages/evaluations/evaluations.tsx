import type { Evaluation, GoldenSet } from '@docfleet/sdk';
import { queryOptions } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { column, stateColumn, timeColumn } from '../../parts/columns.tsx';
import { type Column, Table } from '../../parts/table.tsx';

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

/** Options for the semantic weight of an evaluation; empty uses the default weights of searches. */
export const weights = [
  { value: '', label: 'As suits the model' },
  { value: '1', label: 'By meaning' },
  { value: '0.7', label: 'Hybrid 0.7 / 0.3' },
  { value: '0.5', label: 'Hybrid 0.5 / 0.5' },
  { value: '0.3', label: 'Hybrid 0.3 / 0.7' },
] as const;

export type SemanticWeight = (typeof weights)[number]['value'];

/** Returns the search configuration of an evaluation with a semantic weight. */
export function configOfWeights(semantic: SemanticWeight) {
  const semanticWeight = Number(semantic);
  const keywordWeight = Math.round((1 - semanticWeight) * 10) / 10;
  return semantic === '' ? {} : { hybridConfig: { semanticWeight, keywordWeight } };
}

const meaningAlone = { semanticWeight: 1, keywordWeight: 0 };

/** Describes the search configuration of an evaluation in words. */
export function searchOf({ config, startedAt }: Evaluation): string {
  const { hybridConfig, rerank, topK } = config;
  const { semanticWeight, keywordWeight } = hybridConfig ?? meaningAlone;
  // Weights that are not named are those of the model, and known once the evaluation has begun.
  const isKnown = hybridConfig !== undefined || startedAt !== null;
  const weighed = keywordWeight > 0 ? `hybrid ${semanticWeight} / ${keywordWeight}` : 'by meaning';
  const kind = isKnown ? weighed : 'as suits the model';
  return `${kind}${rerank ? ', reranked' : ''}, top ${topK}`;
}

const shown = (value: number | undefined) => value?.toFixed(3) ?? '–';

const columnsOf = (namespaceId: string): readonly Column<Evaluation>[] => [
  column('Search', (row) => (
    <Link to="/n/$namespaceId/evaluations/$evaluationId" params={{ namespaceId, evaluationId: row.id }}>
      {searchOf(row)}
    </Link>
  )),
  stateColumn('State', ({ status }) => status, { from: 'tablet' }),
  column('nDCG@10', ({ metrics }) => shown(metrics?.ndcg.value), { width: '6rem', align: 'end' }),
  column('Recall', ({ metrics }) => shown(metrics?.recall.value), {
    width: '6rem',
    align: 'end',
    from: 'tablet',
  }),
  column('Questions', ({ searchedCount, questionCount }) => `${searchedCount} of ${questionCount}`, {
    width: '6.5rem',
    align: 'end',
    from: 'desktop',
  }),
  timeColumn('Started', ({ createdAt }) => createdAt),
];

interface EvaluationTableProps {
  readonly namespaceId: string;
  readonly rows: readonly Evaluation[];
}

/** Table of evaluations with their metrics. */
export const EvaluationTable = ({ namespaceId, rows }: EvaluationTableProps) => (
  <Table label="Evaluations" columns={columnsOf(namespaceId)} rows={rows} keyOf={({ id }) => id} />
);
