import type { EvaluationComparison, EvaluationMetrics } from '@docfleet/sdk';
import { type Column, Table } from '../../parts/table.tsx';

const names = {
  ndcg: 'nDCG@10',
  recall: 'Recall',
  reciprocalRank: 'MRR',
  hit: 'Hit',
  answered: 'Answered',
  faithfulness: 'Faithfulness',
  referenceRecall: 'Reference recall',
} as const;

interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}
type Row = Estimate & { readonly key: keyof typeof names };
type Estimates = Readonly<Partial<Record<keyof typeof names, Estimate | null>>>;

const keyOf = ({ key }: Row) => key;
const rowsOf = (estimates: Estimates): Row[] =>
  (Object.keys(names) as Row['key'][]).flatMap((key) => {
    const estimate = estimates[key];
    return estimate ? [{ key, ...estimate }] : [];
  });

const columnsOf = (header: string, write: (value: number) => string): readonly Column<Row>[] => [
  { key: 'metric', header: 'Metric', cell: ({ key }) => names[key] },
  { key: 'value', header, width: '6rem', align: 'end', cell: ({ value }) => write(value) },
  {
    key: 'interval',
    header: '95 % interval',
    width: '10rem',
    align: 'end',
    cell: ({ low, high }) => `${write(low)} to ${write(high)}`,
  },
];

const plain = (value: number) => value.toFixed(3);
const signed = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(3)}`;

/** Metrics of an evaluation. */
export const Metrics = ({ metrics: { answers, ...metrics } }: { readonly metrics: EvaluationMetrics }) => (
  <Table
    label="Metrics"
    columns={columnsOf('Value', plain)}
    rows={rowsOf({ ...metrics, ...answers })}
    keyOf={keyOf}
  />
);

/** Changes of metrics between two evaluations. */
export const Differences = ({
  differences,
  answers,
}: Pick<EvaluationComparison, 'differences' | 'answers'>) => (
  <Table
    label="Differences"
    columns={columnsOf('Change', signed)}
    rows={rowsOf({ ...differences, ...answers })}
    keyOf={keyOf}
  />
);
