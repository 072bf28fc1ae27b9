import './connection.css';
import type { Connection } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/console-fetch.ts';
import { Action } from '../../parts/action.tsx';
import { Button } from '../../parts/button.tsx';
import { TimeAgo } from '../../parts/columns.tsx';
import { Checks } from '../../parts/fields.tsx';
import { formatCount, formatNumber } from '../../parts/format.ts';
import { Back, Card, DetailPage, Empty, Loaded, Terms } from '../../parts/page.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { connectionRunsQuery, connectorOf } from '../connections/connectors.ts';
import { partsOf } from '../connections/parts-of.ts';
import { Trial } from '../connections/vendor.tsx';
import { ConsentNote } from './consent.tsx';
import { PartCard } from './part-card.tsx';
import { SyncDialog } from './sync-dialog.tsx';

interface EndProps {
  readonly label: string;
  readonly done: string;
  readonly end: (deleteDocuments: boolean) => Promise<{ readonly itemsDeleted: number }>;
  readonly onDone?: () => unknown;
  readonly question: { readonly title: string; readonly typed?: string; readonly text: string };
}

/** Action that ends a connection, and the checkbox by which its documents are deleted as well. */
function End({ label, done, end, onDone, question }: EndProps) {
  const [takes, setTakes] = useState<'DOCUMENTS'[]>([]);
  const takesDocuments = takes.length > 0;
  const option = { value: 'DOCUMENTS' as const, label: 'Delete them' };
  return (
    <Action
      label={label}
      run={() => end(takesDocuments)}
      done={({ itemsDeleted }) =>
        `${done}${takesDocuments ? `, with ${formatCount(itemsDeleted, 'document')}` : ''}`
      }
      onDone={() => onDone?.()}
      ask={{
        ...question,
        text: (
          <div className="stack">
            <p>{question.text}</p>
            <Checks
              label="Documents of the connection"
              groups={[
                { options: [{ ...option, hint: 'searches stop returning them; this cannot be undone' }] },
              ]}
              value={takes}
              onChange={setTakes}
            />
          </div>
        ),
      }}
    />
  );
}

/** Interval of refetching the connection: its user may be at the vendor's consent page, and return at any moment. */
const followMs = 2_500;
const refreshMs = 10_000;

function useConnection(namespaceId: string, connectionId: string) {
  return useQuery({
    queryKey: ['connections', 'one', namespaceId, connectionId],
    queryFn: async ({ signal }) =>
      (await api.connections.get({ namespaceId, connectionId }, { signal })).connection,
    refetchInterval: followMs,
  });
}

function useDocumentCount({ id, namespace: { identifier: namespaceId } }: Connection) {
  const { data } = useQuery({
    queryKey: ['documents', namespaceId, 'of connection', id],
    refetchInterval: refreshMs,
    async queryFn({ signal }) {
      const filterConfig = { documentConnectionIds: [id] };
      const includeConfig = { documents: false, statsByStatus: true };
      const { statsByStatus = [] } = await api.documents.list(
        { namespaceId, filterConfig, includeConfig },
        { signal },
      );
      return statsByStatus.reduce((total, { totalCount }) => total + totalCount, 0);
    },
  });
  return data;
}

function Facts({ connection }: { readonly connection: Connection }) {
  const { id, connector, externalId, tenantId, createdAt, namespace, status } = connection;
  const documents = useDocumentCount(connection);
  return (
    <Card>
      <Terms
        terms={{
          Connector: connectorOf(connector).label,
          Documents: documents !== undefined && formatNumber(documents),
          ...(tenantId !== null && { Tenant: tenantId }),
          ...(externalId !== null && { 'External user id': externalId }),
          Created: <TimeAgo at={createdAt.isoString} />,
        }}
      />
      <ConsentNote connection={connection} />
      {status === 'ACTIVE' && (
        <Trial
          label={connectorOf(connector).label}
          order={{ namespaceId: namespace.identifier, connectionId: id }}
          text="Test the connection"
        />
      )}
    </Card>
  );
}

/** Cards of the parts that a connection reads, each with its last run. */
function Parts({ connection }: { readonly connection: Connection }) {
  const { id, namespace, status } = connection;
  const runs = useQuery({
    ...connectionRunsQuery(namespace.identifier, useStore(tenant), id),
    refetchInterval: refreshMs,
  });
  return (
    <Loaded query={runs} rows={5}>
      {(found) => {
        const parts = partsOf(found.runs, id);
        if (parts.length > 0)
          return (
            <div className="parts">
              {parts.map((run) => (
                <PartCard key={JSON.stringify(run.ingestConfig.config)} connection={connection} run={run} />
              ))}
            </div>
          );
        const text =
          status === 'ACTIVE'
            ? 'Sync it to make its documents searchable. Choose how often changes are synced.'
            : 'It can be synced once its user has given consent.';
        return (
          <Empty icon="refresh" title={found.isAll ? 'Not synced yet' : 'Not synced recently'} text={text} />
        );
      }}
    </Loaded>
  );
}

function Actions({ connection }: { readonly connection: Connection }) {
  const [isSyncing, setSyncing] = useState(false);
  const navigate = useNavigate();
  const { id: connectionId, namespace, status, name } = connection;
  const namespaceId = namespace.identifier;
  const params = { namespaceId };
  return (
    <>
      <Link
        to="/n/$namespaceId/runs"
        params={params}
        search={{ connection: connectionId }}
        className="button"
      >
        Job runs
      </Link>
      {status === 'ACTIVE' && (
        <Button look="primary" onPress={() => setSyncing(true)}>
          Sync …
        </Button>
      )}
      {isSyncing && <SyncDialog connection={connection} onClose={() => setSyncing(false)} />}
      {status !== 'REVOKED' && (
        <End
          label="Revoke"
          done="The connection is revoked"
          end={(deleteDocuments) => api.connections.revoke({ connectionId, namespaceId, deleteDocuments })}
          question={{
            title: 'Revoke the connection?',
            text: 'Its tokens are revoked and nothing more is read. Its user can authorize it again.',
          }}
        />
      )}
      <End
        label="Delete"
        done="The connection is deleted"
        end={(deleteDocuments) => api.connections.delete({ connectionId, namespaceId, deleteDocuments })}
        onDone={() => navigate({ to: '/n/$namespaceId/connections', params })}
        question={{
          title: 'Delete the connection?',
          typed: name,
          text: 'Its access is revoked and it is removed. Documents that are kept are not synced any more.',
        }}
      />
    </>
  );
}

/** Page of one connection: its state and the parts that it reads. */
export function Page() {
  const namespaceId = useNamespaceId();
  const { connectionId = '' } = useParams({ strict: false });
  const query = useConnection(namespaceId, connectionId);
  return (
    <DetailPage
      query={query}
      back={<Back to="/n/$namespaceId/connections" params={{ namespaceId }} label="All connections" />}
      name={query.data?.name ?? 'Connection'}
      state={query.data?.status}
      actions={(connection) => <Actions connection={connection} />}
    >
      {(connection) => (
        <>
          <Facts connection={connection} />
          <Parts connection={connection} />
        </>
      )}
    </DetailPage>
  );
}
