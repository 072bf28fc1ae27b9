import type { Namespace } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { namespacesQuery } from '../../api/client.ts';
import { column, timeColumn } from '../../parts/columns.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ListPage } from '../../parts/list.tsx';
import type { Column } from '../../parts/table.tsx';

const columns: readonly Column<Namespace>[] = [
  column('Name', ({ name }) => (
    <Link to="/n/$namespaceId/overview" params={{ namespaceId: name }}>
      {name}
    </Link>
  )),
  column('Model', ({ embeddingModelConfig: { provider, model } }) => `${provider} ${model ?? ''}`, {
    from: 'tablet',
  }),
  column('Vectors', ({ vectorStorageConfig }) => vectorStorageConfig.provider, { from: 'tablet' }),
  column('Files', ({ fileStorageConfig }) => fileStorageConfig.type, { from: 'desktop' }),
  timeColumn('Created', ({ createdAt }) => createdAt, { from: 'desktop' }),
  column(
    'Details',
    ({ name }) => (
      <Link to="/n/$namespaceId/settings" params={{ namespaceId: name }} aria-label={`Settings of ${name}`}>
        Settings
      </Link>
    ),
    { width: '6.5rem', align: 'end' },
  ),
];

/** Page with all namespaces of the organization. */
export const Page = () => (
  <ListPage
    label="Namespaces"
    query={useQuery(namespacesQuery)}
    rowsOf={(namespaces) => namespaces}
    columns={columns}
    keyOf={({ name }) => name}
    empty={{
      icon: 'namespaces',
      title: 'No namespaces yet',
      text: 'A namespace holds documents, together with the model and the stores that they use. Create one to get started.',
    }}
    create={
      <Link to="/namespaces/new" className="button button-primary">
        <Icon name="plus" /> New namespace
      </Link>
    }
  />
);
