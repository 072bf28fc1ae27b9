import type { Overview } from '../../api/queries.ts';
import { Chart, type ChartSeries } from '../../parts/chart.tsx';
import { formatCount, formatNumber } from '../../parts/format.ts';
import { Card } from '../../parts/page.tsx';

const documents: readonly ChartSeries[] = [
  { key: 'succeeded', label: 'succeeded', tone: 'good' },
  { key: 'failed', label: 'failed', tone: 'bad' },
];
const tokens: readonly ChartSeries[] = [{ key: 'tokens', label: 'tokens embedded', tone: 'accent' }];

const hourName = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

/** Chart of the throughput by hour. */
export function Throughput({ overview: { throughput } }: { readonly overview: Overview }) {
  const bars = throughput.map(({ hour, ...values }) => ({ label: hourName.format(new Date(hour)), values }));
  const sum = (key: 'succeeded' | 'failed' | 'chunks' | 'tokens') =>
    throughput.reduce((total, values) => total + values[key], 0);
  return (
    <Card title="Last 24 hours">
      <div className="throughput">
        <div>
          <p className="small">
            {formatCount(sum('succeeded'), 'document')} succeeded, {formatNumber(sum('failed'))} failed
          </p>
          <Chart label="Documents by hour" series={documents} bars={bars} />
        </div>
        <div>
          <p className="small">
            {formatCount(sum('tokens'), 'token')} in {formatCount(sum('chunks'), 'chunk')}
          </p>
          <Chart label="Tokens by hour" series={tokens} bars={bars} />
        </div>
      </div>
    </Card>
  );
}
