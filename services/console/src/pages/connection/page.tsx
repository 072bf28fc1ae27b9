import './connection.css';
import type { Connection } from '@docfleet/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/tenant.ts';
import { Button } from '../../parts/button.tsx';
import { Checks } from '../../parts/checks.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { DetailTitle, Terms } from '../../parts/detail.tsx';
import { Empty } from '../../parts/empty.tsx';
import { formatCount, formatNumber } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Card, Page as PageFrame } from '../../parts/page.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { showToast } from '../../parts/toasts.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSubmission } from '../../use-submission.ts';
import { connectionRunsQuery, connectorOf } from '../connections/connectors.ts';
import { partsOf } from '../connections/parts-of.ts';
import { Trial } from '../connections/trial.tsx';
import { ConsentNote } from './consent.tsx';
import { PartCard } from './part-card.tsx';
import { SyncDialog } from './sync-dialog.tsx';

interface EndProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

interface Ended {
  readonly itemsDeleted: number;
}

/** Returns the mutation that ends a connection, and the checkbox by which its documents are deleted as well. */
function useEnd(end: (deleteDocuments: boolean) => Promise<Ended>, done: string, onDone: () => void) {
  const queries = useQueryClient();
  const [takes, setTakes] = useState<'DOCUMENTS'[]>([]);
  const { mutate, isPending, error } = useSubmission({
    mutationFn: () => end(takes.length > 0),
    async onSuccess({ itemsDeleted }) {
      const documents = takes.length > 0 ? `, with ${formatCount(itemsDeleted, 'document')}` : '';
      showToast({ tone: 'good', text: `${done}${documents}` });
      onDone();
      await queries.invalidateQueries();
    },
  });
  const documentsToo = (
    <Checks
      label="Documents of the connection"
      groups={[
        {
          options: [
            {
              value: 'DOCUMENTS' as const,
              label: 'Delete them',
              hint: 'searches stop returning them; this cannot be undone',
            },
          ],
        },
      ]}
      value={takes}
      onChange={setTakes}
    />
  );
  return { documentsToo, confirm: { onConfirm: () => mutate(), isPending, error } };
}

/** Dialog that revokes the access, here and at the vendor. The connection remains and can be given consent again. */
function Revoke({ connection: { id: connectionId, namespace }, onClose }: EndProps) {
  const place = { connectionId, namespaceId: namespace.identifier };
  const { documentsToo, confirm } = useEnd(
    (deleteDocuments) => api.connections.revoke({ ...place, deleteDocuments }),
    'The connection is revoked',
    onClose,
  );
  return (
    <Confirm title="Revoke the connection?" action="Revoke" isOpen onClose={onClose} {...confirm}>
      <div className="stack">
        <p>Its tokens are revoked and nothing more is read. Its user can authorize it again.</p>
        {documentsToo}
      </div>
    </Confirm>
  );
}

/** Dialog that deletes a connection. */
function Remove({ connection: { id: connectionId, name, namespace }, onClose }: EndProps) {
  const navigate = useNavigate();
  const namespaceId = namespace.identifier;
  const { documentsToo, confirm } = useEnd(
    (deleteDocuments) => api.connections.delete({ connectionId, namespaceId, deleteDocuments }),
    'The connection is deleted',
    () => void navigate({ to: '/n/$namespaceId/connections', params: { namespaceId } }),
  );
  return (
    <Confirm
      title="Delete the connection?"
      action="Delete"
      typed={name}
      isOpen
      onClose={onClose}
      {...confirm}
    >
      <div className="stack">
        <p>Its access is revoked and it is removed. Documents that are kept are not synced any more.</p>
        {documentsToo}
      </div>
    </Confirm>
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
  const [open, setOpen] = useState<'sync' | 'revoke' | 'delete'>();
  const props = { connection, onClose: () => setOpen(undefined) };
  const { id, namespace, status } = connection;
  return (
    <>
      <Link
        to="/n/$namespaceId/runs"
        params={{ namespaceId: namespace.identifier }}
        search={{ connection: id }}
        className="button"
      >
        Job runs
      </Link>
      {status === 'ACTIVE' && (
        <Button look="primary" onPress={() => setOpen('sync')}>
          Sync …
        </Button>
      )}
      {status !== 'REVOKED' && <Button onPress={() => setOpen('revoke')}>Revoke</Button>}
      <Button onPress={() => setOpen('delete')}>Delete</Button>
      {open === 'sync' && <SyncDialog {...props} />}
      {open === 'revoke' && <Revoke {...props} />}
      {open === 'delete' && <Remove {...props} />}
    </>
  );
}

/** Page of one connection: its state and the parts that it reads. */
export function Page() {
  const namespaceId = useNamespaceId();
  const { connectionId = '' } = useParams({ strict: false });
  const query = useConnection(namespaceId, connectionId);
  const { data: connection } = query;
  const name = connection?.name ?? 'Connection';
  const back = (
    <Link to="/n/$namespaceId/connections" params={{ namespaceId }} aria-label="All connections">
      <Icon name="back" />
    </Link>
  );
  return (
    <PageFrame
      title={<DetailTitle back={back} name={name} state={connection?.status} />}
      tab={name}
      actions={connection && <Actions connection={connection} />}
    >
      <Loaded query={query} rows={8}>
        {(loaded) => (
          <>
            <Facts connection={loaded} />
            <Parts connection={loaded} />
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}
