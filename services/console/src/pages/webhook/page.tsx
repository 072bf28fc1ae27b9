import type { Webhook, WebhookDelivery } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Action } from '../../parts/action.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/code-block.tsx';
import { column, numberColumn, stateColumn, TimeAgo, timeColumn } from '../../parts/columns.tsx';
import { RotateDialog } from '../../parts/dialog.tsx';
import { type FilterEntry, Filters, List, useFilters, usePages } from '../../parts/list.tsx';
import { Back, Card, DetailPage, Note, Terms } from '../../parts/page.tsx';
import type { Column } from '../../parts/table.tsx';
import { eventCount, healthOf, sentEvents, webhookQuery } from '../webhooks/webhook-form.tsx';

/** Interval of refetching the deliveries while they are visible. */
const deliveriesRefreshMs = 3_000;

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
function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const filter = useFilters(filters);
  const query = usePages({
    queryKey: ['webhooks', 'deliveries', webhookId, filter],
    load: (page, options) => api.webhooks.listDeliveries({ webhookId, ...filter, ...page }, options),
    refreshMs: deliveriesRefreshMs,
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

/** Periods for which both keys sign requests, in hours. */
const overlaps = [
  { value: '24', label: 'A day' },
  { value: '168', label: 'A week' },
  { value: '1', label: 'An hour' },
  { value: '0', label: 'Not at all (it has leaked)' },
] as const;

const RotateKey = ({ webhookId, onClose }: { readonly webhookId: string; readonly onClose: () => void }) => (
  <RotateDialog
    title="Rotate the signing key"
    explanation="The webhook gets a new key. Until the overlap ends, requests are signed with both keys, so that you can change your receivers one by one."
    question="Sign with the previous key as well for"
    periods={overlaps}
    shown={{ title: 'The new signing key', label: 'Signing key' }}
    rotate={async (overlapHours) =>
      (await api.webhooks.rotateKey({ webhookId, overlapHours })).webhook.signingKey
    }
    onClose={onClose}
  />
);

/** Buttons for the actions on a webhook. */
function Actions({ webhook: { id: webhookId, name, status } }: { readonly webhook: Webhook }) {
  const navigate = useNavigate();
  const [isRotating, setRotating] = useState(false);
  const isActive = status === 'ACTIVE';
  return (
    <>
      {isActive ? (
        <Action
          label="Send test event"
          look="primary"
          run={() => api.webhooks.test({ webhookId })}
          done="The test event is being sent"
        />
      ) : (
        <Action
          label="Enable"
          look="primary"
          run={() => api.webhooks.update({ webhookId, status: 'ACTIVE' })}
          done="The webhook is enabled"
        />
      )}
      <Link to="/webhooks/$webhookId/edit" params={{ webhookId }} className="button">
        Edit
      </Link>
      <Button onPress={() => setRotating(true)}>Rotate key</Button>
      {isRotating && <RotateKey webhookId={webhookId} onClose={() => setRotating(false)} />}
      {isActive && (
        <Action
          label="Disable"
          run={() => api.webhooks.update({ webhookId, status: 'DISABLED' })}
          done="The webhook is disabled"
          ask={{
            title: 'Disable the webhook?',
            text: 'Nothing is sent until it is enabled again. Waiting deliveries are cancelled; they can be replayed.',
          }}
        />
      )}
      <Action
        label="Delete"
        run={() => api.webhooks.delete({ webhookId })}
        done="The webhook is deleted"
        onDone={() => navigate({ to: '/webhooks' })}
        ask={{
          title: 'Delete the webhook?',
          typed: name,
          text: 'Nothing more is sent to it, and its log is deleted.',
        }}
      />
    </>
  );
}

const webhookRefreshMs = 5_000;

/** Notice of the receiver's error and its consequences. */
function Health({ webhook: { disabledReason, failingSince, status } }: { readonly webhook: Webhook }) {
  if (disabledReason !== null)
    return (
      <Note tone="bad" title="docfleet disabled this webhook">
        {disabledReason}. Once the receiver works again, enable it here and replay what it missed.
      </Note>
    );
  if (failingSince === null || status !== 'ACTIVE') return null;
  return (
    <Note tone="warn" title="Deliveries are failing">
      The first of them failed <TimeAgo at={failingSince} />, and none has succeeded since. A failed delivery
      below shows what the receiver answered.
    </Note>
  );
}

const Settings = ({ webhook }: { readonly webhook: Webhook }) => {
  const { url, signingKey, events, namespaceIds, retryPolicy, tenantId, previousKeyEndsAt } = webhook;
  return (
    <Card>
      <Terms
        terms={{
          Address: (
            <span className="row">
              <code>{url}</code>
              <CopyButton text={url} label="Copy address" />
            </span>
          ),
          Events: events.length === 0 ? 'all' : `${events.length} of ${eventCount} types of events`,
          Namespaces: namespaceIds.length === 0 ? 'all' : namespaceIds.join(', '),
          ...(tenantId !== null && { Tenant: tenantId }),
          'Next attempt':
            retryPolicy === 'DEFAULT' ? 'once, after 2 seconds' : 'nine times within three days',
          'Signing key': <code>{signingKey}</code>,
          ...(previousKeyEndsAt !== null && {
            'Previous key valid until': <TimeAgo at={previousKeyEndsAt} />,
          }),
        }}
      />
    </Card>
  );
};

/** Page of one webhook: its state and its deliveries. */
export function Page() {
  const { webhookId = '' } = useParams({ strict: false });
  const query = useQuery({ ...webhookQuery(webhookId), refetchInterval: webhookRefreshMs });
  return (
    <DetailPage
      query={query}
      back={<Back to="/webhooks" label="All webhooks" />}
      name={query.data?.name ?? 'Webhook'}
      state={query.data && healthOf(query.data)}
      actions={(webhook) => <Actions webhook={webhook} />}
    >
      {(webhook) => (
        <>
          <Health webhook={webhook} />
          <Settings webhook={webhook} />
          <Deliveries webhookId={webhookId} />
        </>
      )}
    </DetailPage>
  );
}
