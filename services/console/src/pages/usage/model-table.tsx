import { formatNumber } from '../../parts/format.ts';
import { type Column, Table } from '../../parts/table.tsx';
import type { ModelUse } from './usage-query.ts';

const purposes: Readonly<Record<ModelUse['purpose'], string>> = {
  ANSWER: 'Answers',
  CONTEXT: 'Context of chunks',
  QUESTIONS: 'Candidate questions',
  EVALUATION: 'Evaluations',
};

const keyOf = ({ day, namespaceId, purpose, model }: ModelUse) => `${day} ${namespaceId} ${purpose} ${model}`;

const costOf = ({ cost }: ModelUse) => (cost ? `${cost.total.toFixed(2)} ${cost.currency}` : '–');

const columns: readonly Column<ModelUse>[] = [
  { key: 'day', header: 'Day', width: '7rem', cell: ({ day }) => day },
  { key: 'purpose', header: 'Used for', cell: ({ purpose }) => purposes[purpose] },
  { key: 'namespace', header: 'Namespace', from: 'tablet', cell: ({ namespaceId }) => namespaceId },
  { key: 'model', header: 'Model', from: 'desktop', cell: ({ model }) => model },
  {
    key: 'requests',
    header: 'Requests',
    align: 'end',
    width: '6.5rem',
    from: 'tablet',
    cell: ({ requests }) => formatNumber(requests),
  },
  {
    key: 'tokens',
    header: 'Tokens',
    align: 'end',
    width: '7rem',
    cell: ({ inputTokens, outputTokens }) => formatNumber(inputTokens + outputTokens),
  },
  { key: 'cost', header: 'Cost', align: 'end', width: '7rem', from: 'tablet', cell: costOf },
];

/** Table of the requests, tokens and cost of chat models by day, namespace and purpose. */
export const ModelTable = ({ rows }: { readonly rows: readonly ModelUse[] }) => (
  <Table label="Chat models" columns={columns} rows={rows.toReversed()} keyOf={keyOf} />
);
