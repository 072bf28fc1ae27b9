import './overview.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Overview, overviewQuery } from '../../api/queries.ts';
import { tenant } from '../../api/tenant.ts';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page as PageFrame } from '../../parts/page.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { Errors } from './errors.tsx';
import { FirstSteps, useFirstSteps } from './first-steps.tsx';
import { States, Waiting } from './states.tsx';
import { Throughput } from './throughput.tsx';

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

function Content({ namespaceId, overview }: { readonly namespaceId: string; readonly overview: Overview }) {
  const steps = useFirstSteps(namespaceId, overview);
  return (
    <>
      {steps.isShown && (
        <FirstSteps namespaceId={namespaceId} overview={overview} state={steps.state} onClose={steps.close} />
      )}
      {!isEmpty(overview) && (
        <>
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
