import type { WebhookDeliveryDetail } from '@docfleet/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { sessionQuery } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { DetailTitle, Terms } from '../../parts/detail.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Card, Page as PageFrame } from '../../parts/page.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { showToast } from '../../parts/toasts.tsx';
import { useSubmission } from '../../use-submission.ts';
import { webhookQuery } from '../webhooks/webhook-query.ts';
import { Attempts } from './attempts.tsx';
import { curlOf, headersOf, payloadOf, type SentRequest } from './request.ts';
import { subjectOf } from './subject.tsx';

const refreshMs = 2_000;

interface Place {
  readonly webhookId: string;
  readonly deliveryId: string;
}

/** Loads a delivery, repeatedly while the page is open, as it may be replayed elsewhere. */
const useDelivery = (place: Place) =>
  useQuery({
    queryKey: ['webhooks', 'delivery', place.webhookId, place.deliveryId],
    queryFn: async ({ signal }) => (await api.webhooks.getDelivery(place, { signal })).delivery,
    refetchInterval: refreshMs,
  });

function Replay({ place }: { readonly place: Place }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useSubmission({
    mutationFn: () => api.webhooks.replayDelivery(place),
    onSuccess() {
      showToast({ tone: 'good', text: 'The delivery is being sent again' });
      void queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
    onError: (error) => showToast({ tone: 'bad', text: error.message }),
  });
  return (
    <Button look="primary" isPending={isPending} onPress={() => mutate()}>
      <Icon name="refresh" /> Replay
    </Button>
  );
}

const linesOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** Details of the request of a delivery. */
const Sent = ({ request }: { readonly request: SentRequest }) => (
  <Card title="Request">
    <h3>Payload</h3>
    <CodeBlock label="Payload" text={JSON.stringify(payloadOf(request), null, 2)} />
    <h3>Headers</h3>
    <CodeBlock label="Headers" text={linesOf(headersOf(request))} />
    <h3>As curl</h3>
    <p className="soft small">
      Sends the same request from your terminal, signed with the key in <code>SIGNING_KEY</code>.
    </p>
    <CodeBlock label="Command" text={curlOf(request)} />
  </Card>
);

function Content({
  delivery,
  webhookId,
}: {
  readonly delivery: WebhookDeliveryDetail;
  readonly webhookId: string;
}) {
  const { data: webhook } = useQuery(webhookQuery(webhookId));
  const { data: session } = useQuery(sessionQuery);
  const { id, namespaceId, tenantId, createdAt, nextAttemptAt, attempts } = delivery;
  const sentAt =
    attempts
      .map(({ startedAt }) => startedAt)
      .toSorted()
      .at(-1) ?? createdAt;
  const request = {
    url: webhook?.url ?? '',
    organizationId: session?.organization.id ?? '',
    delivery,
    sentAt,
  };
  return (
    <>
      <Card>
        <Terms
          terms={{
            'Request id': <code>{id}</code>,
            ...(namespaceId && { Namespace: namespaceId }),
            ...(tenantId !== null && { Tenant: tenantId }),
            ...subjectOf(delivery),
            Happened: <TimeAgo at={createdAt} />,
            ...(nextAttemptAt !== null && { 'Next attempt': <TimeAgo at={nextAttemptAt} /> }),
          }}
        />
      </Card>
      <div className="delivery-panes">
        <Card title="Attempts">
          <Attempts attempts={attempts} />
        </Card>
        <Sent request={request} />
      </div>
    </>
  );
}

/** Page of one delivery: its request, its attempts, and the receiver's responses. */
export function Page() {
  const { webhookId = '', deliveryId = '' } = useParams({ strict: false });
  const place = { webhookId, deliveryId };
  const query = useDelivery(place);
  const name = query.data?.event ?? 'Delivery';
  const back = (
    <Link to="/webhooks/$webhookId" params={{ webhookId }} aria-label="All deliveries of the webhook">
      <Icon name="back" />
    </Link>
  );
  return (
    <PageFrame
      title={<DetailTitle back={back} name={name} state={query.data?.status} />}
      tab={name}
      actions={query.data && <Replay place={place} />}
    >
      <Loaded query={query} rows={10}>
        {(delivery) => <Content delivery={delivery} webhookId={webhookId} />}
      </Loaded>
    </PageFrame>
  );
}
