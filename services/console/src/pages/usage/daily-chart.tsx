import { Chart, type ChartSeries } from '../../parts/chart.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Card } from '../../parts/page.tsx';
import { useSearchText } from '../../use-search-text.ts';
import { type DayOfUse, daysUntilNow } from './usage-query.ts';

interface Measure {
  readonly value: 'documents' | 'tokens' | 'embeddings';
  readonly label: string;
  readonly series: readonly (ChartSeries & { readonly key: 'succeeded' | 'failed' | 'tokens' | 'chunks' })[];
}

const documents: Measure = {
  value: 'documents',
  label: 'Documents',
  series: [
    { key: 'succeeded', label: 'succeeded', tone: 'good' },
    { key: 'failed', label: 'failed', tone: 'bad' },
  ],
};

const measures: readonly Measure[] = [
  documents,
  { value: 'tokens', label: 'Tokens', series: [{ key: 'tokens', label: 'tokens', tone: 'accent' }] },
  {
    value: 'embeddings',
    label: 'Embeddings',
    series: [{ key: 'chunks', label: 'embeddings', tone: 'busy' }],
  },
];

interface DailyChartProps {
  readonly usage: readonly DayOfUse[];
  readonly days: number;
}

/** Chart with one bar per day, including days without usage, summed over all namespaces that are shown. */
export function DailyChart({ usage, days }: DailyChartProps) {
  const [chosen, choose] = useSearchText('measure');
  const measure = measures.find(({ value }) => value === chosen) ?? documents;
  const bars = daysUntilNow(days).map((day) => {
    const rows = usage.filter((row) => row.day === day);
    const values = measure.series.map(
      ({ key }) => [key, rows.reduce((total, row) => total + row[key], 0)] as const,
    );
    return { label: day, values: Object.fromEntries(values) };
  });
  return (
    <Card
      title="By day"
      actions={
        <Choice label="Measure" hidesLabel value={measure.value} options={measures} onChange={choose} />
      }
    >
      <Chart label={`${measure.label} by day`} series={measure.series} bars={bars} />
    </Card>
  );
}
