import type { Namespace } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { namespacesQuery } from '../../api/queries.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page as PageFrame } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';

const columns: readonly Column<Namespace>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name }) => (
      <Link to="/n/$namespaceId/overview" params={{ namespaceId: name }}>
        {name}
      </Link>
    ),
  },
  {
    key: 'model',
    header: 'Model',
    from: 'tablet',
    cell: ({ embeddingModelConfig: { provider, model } }) => `${provider} ${model ?? ''}`,
  },
  { key: 'vectors', header: 'Vectors', from: 'tablet', cell: (row) => row.vectorStorageConfig.provider },
  { key: 'files', header: 'Files', from: 'desktop', cell: (row) => row.fileStorageConfig.type },
  {
    key: 'created',
    header: 'Created',
    width: '8.5rem',
    from: 'desktop',
    cell: (row) => <TimeAgo at={row.createdAt.isoString} />,
  },
  {
    key: 'settings',
    header: 'Details',
    width: '6.5rem',
    align: 'end',
    cell: ({ name }) => (
      <Link to="/n/$namespaceId/settings" params={{ namespaceId: name }} aria-label={`Settings of ${name}`}>
        Settings
      </Link>
    ),
  },
];

const New = () => (
  <Link to="/namespaces/new" className="button button-primary">
    <Icon name="plus" /> New namespace
  </Link>
);

/** Page with all namespaces of the organization. */
export function Page() {
  const namespaces = useQuery(namespacesQuery);
  return (
    <PageFrame title="Namespaces" actions={namespaces.data?.length !== 0 && <New />}>
      <Loaded query={namespaces}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty
              icon="namespaces"
              title="No namespaces yet"
              text="A namespace holds documents, together with the model and the stores that they use. Create one to get started."
              action={<New />}
            />
          ) : (
            <Table label="Namespaces" columns={columns} rows={rows} keyOf={({ name }) => name} />
          )
        }
      </Loaded>
    </PageFrame>
  );
}
