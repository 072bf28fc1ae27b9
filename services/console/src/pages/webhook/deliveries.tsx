import type { WebhookDelivery } from '@docfleet/sdk';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { column, numberColumn, stateColumn, timeColumn } from '../../parts/columns.tsx';
import { type FilterEntry, Filters, List, useFilters, usePages } from '../../parts/list.tsx';
import type { Column } from '../../parts/table.tsx';
import { sentEvents } from '../webhooks/webhook-form.tsx';

/** Interval of refetching the deliveries while they are visible. */
const refreshMs = 3_000;

/** Statuses of deliveries. The type requires all of them. */
const statuses: Readonly<Record<WebhookDelivery['status'], true>> = {
  PENDING: true,
  QUEUED: true,
  RETRYING: true,
  SUCCEEDED: true,
  FAILED: true,
  CANCELLED: true,
};

const responseOf = ({ lastAttempt }: WebhookDelivery) =>
  lastAttempt && (lastAttempt.statusCode ?? 'no response');

const columnsOf = (webhookId: string): readonly Column<WebhookDelivery>[] => [
  column('Event', ({ id, event }) => (
    <Link to="/webhooks/$webhookId/deliveries/$deliveryId" params={{ webhookId, deliveryId: id }}>
      <code>{event}</code>
    </Link>
  )),
  stateColumn('Status', ({ status }) => status, { width: '7.5rem' }),
  column('Response', responseOf, { width: '6.5rem', from: 'tablet' }),
  numberColumn('Attempts', ({ attemptCount }) => attemptCount, { from: 'desktop' }),
  timeColumn('Next attempt', ({ nextAttemptAt }) => nextAttemptAt, { width: '8rem', from: 'desktop' }),
  timeColumn('Event time', ({ createdAt }) => createdAt),
];

const filters: readonly FilterEntry[] = [
  { name: 'status', label: 'Status', every: 'Every status', values: Object.keys(statuses) },
  { name: 'event', label: 'Event', every: 'Every event', values: sentEvents, labelOf: (event) => event },
];

/** List of the deliveries of a webhook, the newest first. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const filter = useFilters(filters);
  const query = usePages({
    queryKey: ['webhooks', 'deliveries', webhookId, filter],
    load: (page, options) => api.webhooks.listDeliveries({ webhookId, ...filter, ...page }, options),
    refreshMs,
  });
  return (
    <section className="stack" aria-label="Deliveries">
      <h2>Deliveries</h2>
      <Filters filters={filters} />
      <List
        label="Deliveries"
        query={query}
        rowsOf={({ pages }) => pages.flatMap(({ deliveries }) => deliveries)}
        columns={columnsOf(webhookId)}
        noMatch={Object.keys(filter).length > 0 ? 'No delivery matches' : undefined}
        empty={{
          icon: 'webhooks',
          title: 'No deliveries yet',
          text: 'New events appear here. Send a test event to check the receiver.',
        }}
      />
    </section>
  );
}
