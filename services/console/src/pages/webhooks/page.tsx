import type { Webhook } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { tenant } from '../../api/console-fetch.ts';
import { column, nameColumn, stateColumn, timeColumn } from '../../parts/columns.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ListPage } from '../../parts/list.tsx';
import type { Column } from '../../parts/table.tsx';
import { useStore } from '../../store.ts';
import { healthOf, webhooksQuery } from './webhook-form.tsx';

function chosen({ events: { length } }: Webhook): string {
  if (length === 0) return 'everything';
  return length === 1 ? '1 type of event' : `${length} types of events`;
}

const columns: readonly Column<Webhook>[] = [
  nameColumn('Name', ({ id: webhookId }, name) => (
    <Link to="/webhooks/$webhookId" params={{ webhookId }}>
      {name}
    </Link>
  )),
  column('Address', ({ url }) => <span className="mono">{url}</span>, { from: 'tablet' }),
  stateColumn('Health', healthOf),
  column('Events', chosen, { width: '8rem', from: 'desktop' }),
  timeColumn('Created', ({ createdAt }) => createdAt),
];

/** Page with the webhooks and the state of their deliveries. */
export const Page = () => (
  <ListPage
    label="Webhooks"
    query={useQuery({ ...webhooksQuery(useStore(tenant)), refetchInterval: 10_000 })}
    rowsOf={(webhooks) => webhooks}
    columns={columns}
    empty={{
      icon: 'webhooks',
      title: 'No webhooks yet',
      text: 'A webhook notifies your application when documents are ready, failed or deleted, and when a run has ended.',
    }}
    create={
      <Link to="/webhooks/new" className="button button-primary">
        <Icon name="plus" /> New webhook
      </Link>
    }
  />
);
