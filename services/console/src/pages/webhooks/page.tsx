import type { Webhook } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { tenant } from '../../api/tenant.ts';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page as PageFrame } from '../../parts/page.tsx';
import { ShownName } from '../../parts/shown-name.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useStore } from '../../store.ts';
import { healthOf, webhooksQuery } from './webhook-query.ts';

const keyOf = ({ id }: Webhook) => id;

function chosen(events: number): string {
  if (events === 0) return 'everything';
  return events === 1 ? '1 type of event' : `${events} types of events`;
}

const columns: readonly Column<Webhook>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ id, name }) => (
      <Link to="/webhooks/$webhookId" params={{ webhookId: id }}>
        <ShownName>{name}</ShownName>
      </Link>
    ),
  },
  { key: 'url', header: 'Address', from: 'tablet', cell: ({ url }) => <span className="mono">{url}</span> },
  { key: 'health', header: 'Health', width: '7rem', cell: (row) => <Badge state={healthOf(row)} /> },
  {
    key: 'events',
    header: 'Events',
    width: '8rem',
    from: 'desktop',
    cell: ({ events }) => chosen(events.length),
  },
  {
    key: 'created',
    header: 'Created',
    width: '8.5rem',
    from: 'tablet',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
];

const Create = () => (
  <Link to="/webhooks/new" className="button button-primary">
    <Icon name="plus" /> New webhook
  </Link>
);

/** Page with the webhooks and the state of their deliveries. */
export function Page() {
  const webhooks = useQuery({ ...webhooksQuery(useStore(tenant)), refetchInterval: 10_000 });
  return (
    <PageFrame title="Webhooks" actions={webhooks.data && webhooks.data.length > 0 && <Create />}>
      <Loaded query={webhooks}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty
              icon="webhooks"
              title="No webhooks yet"
              text="A webhook notifies your application when documents are ready, failed or deleted, and when a run has ended."
              action={<Create />}
            />
          ) : (
            <Table label="Webhooks" columns={columns} rows={rows} keyOf={keyOf} />
          )
        }
      </Loaded>
    </PageFrame>
  );
}
