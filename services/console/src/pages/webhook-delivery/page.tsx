import type { WebhookAttempt, WebhookDeliveryDetail } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { api, sessionQuery } from '../../api/client.ts';
import { Action } from '../../parts/action.tsx';
import { Badge } from '../../parts/badge.tsx';
import { CodeBlock, quoted } from '../../parts/code-block.tsx';
import { DocumentLink, nameOf, TimeAgo } from '../../parts/columns.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Back, Card, DetailPage, Terms } from '../../parts/page.tsx';
import { webhookQuery } from '../webhooks/webhook-form.tsx';
import './attempts.css';

/** Maximum number of documents that are listed: an event may have about a thousand. */
const maxNamedDocuments = 5;

const idsOf = ({ data }: WebhookDeliveryDetail): readonly string[] =>
  [data['documentIds']].flat().filter((id) => typeof id === 'string');

/** List of the documents by their names; deleted ones by their ids. */
function Documents({
  namespaceId,
  documentIds,
}: {
  readonly namespaceId: string;
  readonly documentIds: readonly string[];
}) {
  const named = documentIds.slice(0, maxNamedDocuments);
  const { data } = useQuery({
    queryKey: ['documents', 'named', namespaceId, ...named],
    queryFn: ({ signal }) =>
      api.documents.list({ namespaceId, filterConfig: { documentIds: named } }, { signal }),
  });
  const byId = new Map(data?.documents?.map((document) => [document.id, nameOf(document)]));
  const others = documentIds.length - named.length;
  return (
    <>
      {named.map((documentId) => {
        const name = byId.get(documentId);
        return (
          <div key={documentId}>
            {name === undefined ? (
              <code>{documentId}</code>
            ) : (
              <DocumentLink namespaceId={namespaceId} documentId={documentId} name={name} />
            )}
          </div>
        );
      })}
      {others > 0 && <div>and {formatNumber(others)} more</div>}
    </>
  );
}

/** Returns the documents and the run of a delivery, as named values. */
function subjectOf(delivery: WebhookDeliveryDetail) {
  const { namespaceId, data } = delivery;
  const documentIds = idsOf(delivery);
  const runId = data['ingestJobRunId'];
  return {
    ...(documentIds.length > 0 && {
      Documents: <Documents namespaceId={namespaceId} documentIds={documentIds} />,
    }),
    ...(typeof runId === 'string' && {
      'Job run': (
        <Link to="/n/$namespaceId/runs/$runId" params={{ namespaceId, runId }}>
          Show the run
        </Link>
      ),
    }),
  };
}

/** Parts of a delivery's request that all of its attempts share, with the time of one attempt. */
interface SentRequest {
  readonly url: string;
  readonly delivery: WebhookDeliveryDetail;
  readonly organizationId: string;
  /** Time of the attempt in ISO 8601. */
  readonly sentAt: string;
}

/** Returns the body as the receiver receives it. */
const payloadOf = ({ delivery, organizationId, sentAt }: SentRequest) => ({
  requestId: delivery.id,
  event: delivery.event,
  data: delivery.data,
  tenantId: delivery.tenantId,
  namespaceId: delivery.namespaceId,
  organizationId,
  timestamp: sentAt,
});

/** Returns the headers that identify the delivery. Signatures are made for each attempt and not stored. */
const headersOf = ({ delivery, sentAt }: SentRequest): Readonly<Record<string, string>> => ({
  'Content-Type': 'application/json',
  'User-Agent': 'docfleet-webhooks/1',
  'X-Service-Timestamp': sentAt,
  'X-Service-Signature': '(hex HMAC-SHA256, made with the signing key)',
  'webhook-id': delivery.id,
  'webhook-timestamp': String(Math.floor(Date.parse(sentAt) / 1_000)),
  'webhook-signature': '(v1, HMAC-SHA256, made with the signing key)',
});

/** Returns a command that sends the same request to the receiver, signed with the key in the variable SIGNING_KEY. */
function curlOf(request: SentRequest): string {
  const body = JSON.stringify(payloadOf(request));
  const mark = JSON.stringify(request.sentAt);
  const at = body.lastIndexOf(mark);
  const [before, after] = [body.slice(0, at + 1), body.slice(at + mark.length - 1)];
  return [
    // Receivers reject signatures that are older than five minutes.
    'NOW=$(date -u +%Y-%m-%dT%H:%M:%SZ)',
    `BODY=${quoted(before)}"$NOW"${quoted(after)}`,
    `SIGNATURE=$(printf '{"payload":%s,"timestamp":"%s"}' "$BODY" "$NOW" | openssl dgst -sha256 -hmac "$SIGNING_KEY" -r | cut -d ' ' -f 1)`,
    `curl -i ${quoted(request.url)} \\`,
    `  -H 'Content-Type: application/json' \\`,
    '  -H "X-Service-Timestamp: $NOW" \\',
    '  -H "X-Service-Signature: $SIGNATURE" \\',
    '  --data-binary "$BODY"',
  ].join('\n');
}

const Attempt = ({ attempt }: { readonly attempt: WebhookAttempt }) => {
  const { number, startedAt, durationMs, statusCode, error, responseExcerpt } = attempt;
  return (
    <li className="attempt">
      <div className="row row-apart">
        <span className="row">
          <h3>Attempt {number}</h3>
          <Badge state={error === null ? 'SUCCEEDED' : 'FAILED'} />
        </span>
        <span className="soft small">
          {statusCode === null ? 'no response' : statusCode} after {formatNumber(durationMs)} ms,{' '}
          <TimeAgo at={startedAt} />
        </span>
      </div>
      {error !== null && <p className="attempt-error">{error}</p>}
      {responseExcerpt && <CodeBlock label={`Response to attempt ${number}`} text={responseExcerpt} />}
      {statusCode !== null && !responseExcerpt && <p className="soft small">The response had no content.</p>}
    </li>
  );
};

/** List of the attempts of a delivery, the latest first, with the receiver's responses as plain text. */
const Attempts = ({ attempts }: { readonly attempts: readonly WebhookAttempt[] }) =>
  attempts.length === 0 ? (
    <p className="soft">Not sent yet.</p>
  ) : (
    <ul className="stack">
      {attempts
        .toSorted((one, other) => other.number - one.number)
        .map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
    </ul>
  );

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
  return (
    <DetailPage
      query={query}
      back={<Back to="/webhooks/$webhookId" params={{ webhookId }} label="All deliveries of the webhook" />}
      name={query.data?.event ?? 'Delivery'}
      state={query.data?.status}
      actions={() => (
        <Action
          label="Replay"
          icon="refresh"
          look="primary"
          run={() => api.webhooks.replayDelivery(place)}
          done="The delivery is being sent again"
        />
      )}
    >
      {(delivery) => <Content delivery={delivery} webhookId={webhookId} />}
    </DetailPage>
  );
}
