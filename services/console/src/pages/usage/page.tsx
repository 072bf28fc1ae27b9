import type { Output } from '@docfleet/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/console-fetch.ts';
import { Button } from '../../parts/button.tsx';
import { Chart, type ChartSeries } from '../../parts/chart.tsx';
import { column, numberColumn } from '../../parts/columns.tsx';
import { Choice } from '../../parts/fields.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Filter } from '../../parts/list.tsx';
import { Card, Empty, Loaded, Page as PageFrame, Terms } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useStore } from '../../store.ts';
import { useSearchText } from '../../use-search-text.ts';
import { csvOf, type DayOfUse, saveFile } from './csv.ts';

const purposes: Readonly<Record<ModelUse['purpose'], string>> = {
  ANSWER: 'Answers',
  CONTEXT: 'Context of chunks',
  QUESTIONS: 'Candidate questions',
  EVALUATION: 'Evaluations',
};

const modelKeyOf = ({ day, namespaceId, purpose, model }: ModelUse) =>
  `${day} ${namespaceId} ${purpose} ${model}`;

const costOf = ({ cost }: ModelUse) => (cost ? `${cost.total.toFixed(2)} ${cost.currency}` : '–');

const modelColumns: readonly Column<ModelUse>[] = [
  column('Day', ({ day }) => day, { width: '7rem' }),
  column('Used for', ({ purpose }) => purposes[purpose]),
  column('Namespace', ({ namespaceId }) => namespaceId, { from: 'tablet' }),
  column('Model', ({ model }) => model, { from: 'desktop' }),
  numberColumn('Requests', ({ requests }) => requests, { width: '6.5rem', from: 'tablet' }),
  numberColumn('Tokens', ({ inputTokens, outputTokens }) => inputTokens + outputTokens, { width: '7rem' }),
  column('Cost', costOf, { align: 'end', width: '7rem', from: 'tablet' }),
];

/** Table of the requests, tokens and cost of chat models by day, namespace and purpose. */
const ModelTable = ({ rows }: { readonly rows: readonly ModelUse[] }) => (
  <Table label="Chat models" columns={modelColumns} rows={rows.toReversed()} keyOf={modelKeyOf} />
);

/** Requests, tokens and cost of one chat model for one purpose in a namespace on one day. */
type ModelUse = Output<'GET /v1/usage'>['models'][number];

const dayMs = 86_400_000;

/** Returns the last `count` days in UTC, the oldest first and today included, as `2026-11-21`. */
function daysUntilNow(count: number): string[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

/** Loads the usage of the last `days` days in UTC by day and namespace, today included. */
const usageQuery = (tenantId: string, days: number) =>
  queryOptions({
    queryKey: ['usage', tenantId, days],
    async queryFn({ signal }) {
      const [from] = daysUntilNow(days);
      return api.usage.get({ from: `${from}T00:00:00Z` }, { signal });
    },
  });

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
function DailyChart({ usage, days }: DailyChartProps) {
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

const spans = [
  { value: '7', label: 'The last 7 days' },
  { value: '30', label: 'The last 30 days' },
  { value: '90', label: 'The last 90 days' },
  { value: '365', label: 'The last year' },
] as const;

const columns: readonly Column<DayOfUse>[] = [
  column('Day', ({ day }) => day, { width: '6.25rem' }),
  column('Namespace', ({ namespaceId }) => namespaceId, { from: 'tablet' }),
  numberColumn('Succeeded', ({ succeeded }) => succeeded, { width: '5.25rem' }),
  numberColumn('Failed', ({ failed }) => failed, { width: '6.25rem', from: 'tablet' }),
  numberColumn('Tokens', ({ tokens }) => tokens, { width: '6.25rem' }),
  numberColumn('Embeddings', ({ chunks }) => chunks, { width: '6.25rem', from: 'tablet' }),
];

const keyOf = ({ day, namespaceId }: DayOfUse) => `${day} ${namespaceId}`;

const sumOf = (usage: readonly DayOfUse[], key: 'succeeded' | 'failed' | 'tokens' | 'chunks') =>
  formatNumber(usage.reduce((total, row) => total + row[key], 0));

const Totals = ({ usage }: { readonly usage: readonly DayOfUse[] }) => (
  <Card>
    <Terms
      terms={{
        'Documents that succeeded': sumOf(usage, 'succeeded'),
        'Documents that failed': sumOf(usage, 'failed'),
        Tokens: sumOf(usage, 'tokens'),
        Embeddings: sumOf(usage, 'chunks'),
      }}
    />
    <p className="soft small">
      Days are in UTC. Tokens and embeddings count on the day on which their content became searchable;
      embeddings that were reused, and cost nothing, are included.
    </p>
  </Card>
);

interface ContentProps {
  readonly usage: readonly DayOfUse[];
  readonly models: readonly ModelUse[];
  readonly days: number;
}

function Content({ usage, models, days }: ContentProps) {
  if (usage.length === 0 && models.length === 0)
    return (
      <Empty
        icon="usage"
        title="No usage in this period"
        text="Documents count on the day on which they are finished. Select a longer period or another namespace."
      />
    );
  return (
    <>
      <Totals usage={usage} />
      <DailyChart usage={usage} days={days} />
      <Table label="Usage by day and namespace" columns={columns} rows={usage.toReversed()} keyOf={keyOf} />
      {models.length > 0 && <ModelTable rows={models} />}
    </>
  );
}

/** Page with the usage by day and namespace. */
export function Page() {
  const [span, setSpan] = useSearchText('days');
  const [namespaceId] = useSearchText('namespace');
  const { value } = spans.find((one) => one.value === span) ?? spans[1];
  const query = useQuery(usageQuery(useStore(tenant), Number(value)));
  const { usage = [], models = [] } = query.data ?? {};
  const used = [...usage, ...models].map((row) => row.namespaceId);
  const names = [...new Set(namespaceId ? [...used, namespaceId] : used)].toSorted();
  const isShown = (row: { readonly namespaceId: string }) => !namespaceId || row.namespaceId === namespaceId;
  const shown = usage.filter(isShown);
  const save = () => saveFile(`docfleet-usage-${value}-days.csv`, 'text/csv', csvOf(shown));
  return (
    <PageFrame
      title="Usage"
      actions={
        <>
          <Filter
            name="namespace"
            label="Namespace"
            every="Every namespace"
            values={names}
            labelOf={(name) => name}
          />
          <Choice label="Time" hidesLabel value={value} options={spans} onChange={setSpan} />
          <Button isDisabled={shown.length === 0} onPress={save}>
            Download CSV
          </Button>
        </>
      }
    >
      <Loaded query={query} rows={8}>
        {() => <Content usage={shown} models={models.filter(isShown)} days={Number(value)} />}
      </Loaded>
    </PageFrame>
  );
}
