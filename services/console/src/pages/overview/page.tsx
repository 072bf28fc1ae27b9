import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { tenant } from '../../api/tenant.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page as PageFrame } from '../../parts/page.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { Errors } from './errors.tsx';
import { type Overview, overviewQuery } from './overview-query.ts';
import { States, Waiting } from './states.tsx';
import { Throughput } from './throughput.tsx';
import './overview.css';

const hoursShown = 24;

const isEmpty = ({ documents }: Overview) => documents.every(({ count }) => count === 0);

const Ingest = ({ namespaceId, look }: { readonly namespaceId: string; readonly look: string }) => (
  <Link to="/n/$namespaceId/ingest" params={{ namespaceId }} className={`button button-${look}`}>
    <Icon name="ingest" /> Ingest
  </Link>
);

/** What one does next where there are documents. */
const Next = ({ namespaceId }: { readonly namespaceId: string }) => (
  <>
    <Ingest namespaceId={namespaceId} look="plain" />
    <Link to="/n/$namespaceId/search" params={{ namespaceId }} className="button button-primary">
      <Icon name="search" /> Search
    </Link>
  </>
);

/** How a namespace is doing. */
export function Page() {
  const namespaceId = useNamespaceId();
  const query = useQuery(overviewQuery(namespaceId, useStore(tenant), hoursShown));
  return (
    <PageFrame
      title="Overview"
      actions={query.data && !isEmpty(query.data) && <Next namespaceId={namespaceId} />}
    >
      <Loaded query={query} rows={8}>
        {(overview) =>
          isEmpty(overview) ? (
            <Empty
              icon="documents"
              title="No documents yet"
              text="Ingest files, pages or texts into this namespace: this page shows how far they have come."
              action={<Ingest namespaceId={namespaceId} look="primary" />}
            />
          ) : (
            <>
              <States namespaceId={namespaceId} overview={overview} />
              <Throughput overview={overview} />
              <div className="overview-columns">
                <Waiting overview={overview} />
                <Errors namespaceId={namespaceId} overview={overview} />
              </div>
            </>
          )
        }
      </Loaded>
    </PageFrame>
  );
}
