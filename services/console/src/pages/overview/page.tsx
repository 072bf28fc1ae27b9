import './overview.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Overview, overviewQuery } from '../../api/client.ts';
import { tenant } from '../../api/console-fetch.ts';
import { Badge, wordsOf } from '../../parts/badge.tsx';
import { Chart, type ChartSeries } from '../../parts/chart.tsx';
import { withLabels } from '../../parts/describe-problem.ts';
import { formatCount, formatNumber } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Card, Loaded, Page as PageFrame } from '../../parts/page.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { configFormsQuery } from '../namespaces/config-editor.tsx';
import { FirstSteps, useFirstSteps } from './first-steps.tsx';

const stages = {
  FETCH_PAGE: 'Fetching pages',
  FETCH_ITEM: 'Fetching items of connections',
  PARSE: 'Reading files',
  EMBED: 'Chunking and embedding',
} as const;

/** Order of the states: success, failures, then work in progress. */
const order: readonly string[] = ['SUCCESS', 'FAILED', 'PROCESSING', 'QUEUED', 'BACKLOG'];
const rank = (status: string) => (order.indexOf(status) + order.length + 1) % (order.length + 1);

interface StatesProps {
  readonly namespaceId: string;
  readonly overview: Overview;
}

/** Numbers of documents by state, each a link to them. */
const States = ({ namespaceId, overview: { documents } }: StatesProps) => (
  <Card title="Documents">
    <ul className="states">
      {documents
        .filter(({ count }) => count > 0)
        .toSorted((one, other) => rank(one.status) - rank(other.status))
        .map(({ status, count }) => (
          <li key={status}>
            <Link
              to="/n/$namespaceId/documents"
              params={{ namespaceId }}
              search={{ status }}
              className="state"
            >
              <strong>{formatNumber(count)}</strong>
              <Badge state={status} />
            </Link>
          </li>
        ))}
    </ul>
  </Card>
);

/** Numbers of unfinished documents by stage. */
const Waiting = ({ overview: { waiting } }: { readonly overview: Overview }) => (
  <Card title="In progress">
    {waiting.length === 0 ? (
      <p className="soft">Nothing is in progress.</p>
    ) : (
      <dl className="waiting">
        {waiting.map(({ stage, status, count }) => (
          <div key={`${stage} ${status}`}>
            <dt>
              {stages[stage]} <span className="soft">· {wordsOf(status)}</span>
            </dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    )}
  </Card>
);

const documents: readonly ChartSeries[] = [
  { key: 'succeeded', label: 'succeeded', tone: 'good' },
  { key: 'failed', label: 'failed', tone: 'bad' },
];
const tokens: readonly ChartSeries[] = [{ key: 'tokens', label: 'tokens', tone: 'accent' }];

const hourName = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

/** Chart of the throughput by hour. */
function Throughput({ overview: { throughput } }: { readonly overview: Overview }) {
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

interface ErrorsProps {
  readonly namespaceId: string;
  readonly overview: Overview;
}

/** List of the causes of failed documents, the most frequent first, with advice. */
const Errors = ({ namespaceId, overview: { errors } }: ErrorsProps) => (
  <Card title="Errors by cause">
    {errors.length === 0 ? (
      <p className="soft">No document has failed.</p>
    ) : (
      <ul className="errors">
        {errors.map(({ code, count, advice, documentId }) => (
          <li key={code}>
            <div className="row row-apart">
              <code>{code}</code>
              <strong>{formatNumber(count)}</strong>
            </div>
            {advice && <p className="small">{advice}</p>}
            <Link
              to="/n/$namespaceId/documents/$documentId"
              params={{ namespaceId, documentId }}
              className="small"
              aria-label={`Show newest document with ${code}`}
            >
              Show newest
            </Link>
          </li>
        ))}
      </ul>
    )}
  </Card>
);

const hoursShown = 24;

const isEmpty = ({ documents }: Overview) => documents.every(({ count }) => count === 0);

/** Links to the most frequent next steps in a namespace with documents. */
const Next = ({ namespaceId }: { readonly namespaceId: string }) => (
  <>
    <Link to="/n/$namespaceId/ingest" params={{ namespaceId }} className="button button-plain">
      <Icon name="ingest" /> Ingest
    </Link>
    <Link to="/n/$namespaceId/search" params={{ namespaceId }} className="button button-primary">
      <Icon name="search" /> Search
    </Link>
  </>
);

/** Notice of a change of model or vector store that is under way, with a link to its run. Stores are called by their labels. */
function Move({ namespaceId, overview: { move } }: ErrorsProps) {
  const { data: forms } = useQuery({ ...configFormsQuery, enabled: move !== null });
  if (!move) return null;
  const stores = forms?.checked.find(({ config }) => config === 'vectorStorageConfig')?.providers ?? [];
  const labels = new Map(
    stores.flatMap(({ name, label }) => (name === null ? [] : [[name, label] as const])),
  );
  return (
    <p role="status">
      <Icon name="namespaces" /> {withLabels(move.summary, labels)}.{' '}
      {move.ingestJobRunId && (
        <Link to="/n/$namespaceId/runs/$runId" params={{ namespaceId, runId: move.ingestJobRunId }}>
          Show run
        </Link>
      )}
    </p>
  );
}

function Content({ namespaceId, overview }: { readonly namespaceId: string; readonly overview: Overview }) {
  const steps = useFirstSteps(namespaceId, overview);
  return (
    <>
      {steps.isShown && (
        <FirstSteps namespaceId={namespaceId} overview={overview} state={steps.state} onClose={steps.close} />
      )}
      {!isEmpty(overview) && (
        <>
          <Move namespaceId={namespaceId} overview={overview} />
          <States namespaceId={namespaceId} overview={overview} />
          <Throughput overview={overview} />
          <div className="overview-columns">
            <Waiting overview={overview} />
            <Errors namespaceId={namespaceId} overview={overview} />
          </div>
        </>
      )}
    </>
  );
}

/** Page with the state of a namespace. */
export function Page() {
  const namespaceId = useNamespaceId();
  const query = useQuery(overviewQuery(namespaceId, useStore(tenant), hoursShown));
  return (
    <PageFrame
      title="Overview"
      actions={query.data && !isEmpty(query.data) && <Next namespaceId={namespaceId} />}
    >
      <Loaded query={query} rows={8}>
        {(overview) => <Content key={namespaceId} namespaceId={namespaceId} overview={overview} />}
      </Loaded>
    </PageFrame>
  );
}
