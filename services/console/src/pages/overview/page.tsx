import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/tenant.ts';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { formatNumber } from '../../parts/numbers.ts';
import { Card, Page as PageFrame } from '../../parts/page.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';

/** Statuses and how many documents have them, as the list's statistics tell. */
function useCounts(namespaceId: string) {
  const tenantId = useStore(tenant);
  return useQuery({
    queryKey: ['overview', namespaceId, tenantId],
    refetchInterval: 5_000,
    async queryFn({ signal }) {
      const includeConfig = { documents: false, statsByStatus: true };
      const { statsByStatus } = await api.documents.list(
        { namespaceId, filterConfig: {}, includeConfig },
        { signal },
      );
      return (statsByStatus ?? []).filter(({ totalCount }) => totalCount > 0);
    },
  });
}

/** How a namespace is doing. */
export function Page() {
  const namespaceId = useNamespaceId();
  const counts = useCounts(namespaceId);
  return (
    <PageFrame title="Overview">
      <Card title="Documents">
        <Loaded query={counts}>
          {(states) =>
            states.length === 0 ? (
              <Empty
                icon="documents"
                title="No documents yet"
                text="What you ingest into this namespace appears here, with how far it has come."
              />
            ) : (
              <ul className="row">
                {states.map(({ status, totalCount }) => (
                  <li key={status}>
                    <Link to="/n/$namespaceId/documents" params={{ namespaceId }} search={{ status }}>
                      <Badge state={status} /> {formatNumber(totalCount)}
                    </Link>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
    </PageFrame>
  );
}
