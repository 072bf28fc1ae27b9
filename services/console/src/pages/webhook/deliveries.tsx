import type { WebhookDelivery } from '@docfleet/sdk';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Filter } from '../../parts/filter.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { nextPageOf, usePages } from '../../use-pages.ts';
import { useSearchText } from '../../use-search-text.ts';
import { sentEvents } from '../webhooks/events.ts';

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
  {
    key: 'event',
    header: 'Event',
    cell: ({ id, event }) => (
      <Link to="/webhooks/$webhookId/deliveries/$deliveryId" params={{ webhookId, deliveryId: id }}>
        <code>{event}</code>
      </Link>
    ),
  },
  { key: 'status', header: 'Status', width: '7.5rem', cell: ({ status }) => <Badge state={status} /> },
  { key: 'response', header: 'Response', width: '6.5rem', from: 'tablet', cell: responseOf },
  {
    key: 'attempts',
    header: 'Attempts',
    width: '6rem',
    align: 'end',
    from: 'desktop',
    cell: ({ attemptCount }) => attemptCount,
  },
  {
    key: 'next',
    header: 'Next attempt',
    width: '8rem',
    from: 'desktop',
    cell: ({ nextAttemptAt }) => nextAttemptAt && <TimeAgo at={nextAttemptAt} />,
  },
  {
    key: 'created',
    header: 'Event time',
    width: '8.5rem',
    from: 'tablet',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
];

const keyOf = ({ id }: WebhookDelivery) => id;

function useDeliveries(webhookId: string) {
  const [status] = useSearchText('status');
  const [event] = useSearchText('event');
  const filter = { ...(status && { status }), ...(event && { event }) };
  const query = usePages({
    queryKey: ['webhooks', 'deliveries', webhookId, filter],
    load: (page, options) => api.webhooks.listDeliveries({ webhookId, ...filter, ...page }, options),
    refreshMs,
  });
  return { query, isFiltered: status !== '' || event !== '' };
}

const Nothing = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <Empty icon="search" title="No delivery matches" text="Remove a filter to see more." />
  ) : (
    <Empty
      icon="webhooks"
      title="No deliveries yet"
      text="New events appear here. Send a test event to check the receiver."
    />
  );

/** List of the deliveries of a webhook, the newest first. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const { query, isFiltered } = useDeliveries(webhookId);
  return (
    <section className="stack" aria-label="Deliveries">
      <div className="row row-apart">
        <h2>Deliveries</h2>
        <search className="row">
          <Filter name="status" label="Status" every="Every status" values={Object.keys(statuses)} />
          <Filter
            name="event"
            label="Event"
            every="Every event"
            values={sentEvents}
            labelOf={(event) => event}
          />
        </search>
      </div>
      <Loaded query={query} rows={6}>
        {({ pages }, shown) => {
          const rows = pages.flatMap(({ deliveries }) => deliveries);
          if (rows.length === 0) return <Nothing isFiltered={isFiltered} />;
          return (
            <Table
              label="Deliveries"
              columns={columnsOf(webhookId)}
              rows={rows}
              keyOf={keyOf}
              onEnd={nextPageOf(shown)}
            />
          );
        }}
      </Loaded>
    </section>
  );
}
