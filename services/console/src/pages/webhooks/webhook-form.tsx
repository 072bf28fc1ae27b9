import type { Webhook } from '@docfleet/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, namespacesQuery } from '../../api/client.ts';
import { wordsOf } from '../../parts/badge.tsx';
import type { CheckOption } from '../../parts/fields.tsx';
import { Form, type FormField, FormFields } from '../../parts/form.tsx';
import { Card } from '../../parts/page.tsx';

/** Loads the webhooks of the organization, or of the tenant. */
export const webhooksQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['webhooks', tenantId],
    queryFn: async ({ signal }) => (await api.webhooks.list({}, { signal })).webhooks,
  });

/** Loads one webhook. */
export const webhookQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', webhookId],
    queryFn: async ({ signal }) => (await api.webhooks.get({ webhookId }, { signal })).webhook,
  });

/**
 * Returns the state of a webhook: ACTIVE while its receiver accepts deliveries, FAILING while it does not, DISABLED when nothing is sent.
 */
export const healthOf = ({ status, failingSince }: Webhook): string =>
  status === 'ACTIVE' && failingSince !== null ? 'FAILING' : status;

/** Event that a webhook may be sent, the test event included. */
type SentEvent = Webhook['events'][number];

/** Event that a webhook can subscribe to. */
export type ChosenEvent = Exclude<SentEvent, 'WEBHOOK_TEST'>;

/** Descriptions of the events. The type requires one for each. */
const meanings: Readonly<Record<ChosenEvent, string>> = {
  DOCUMENTS_QUEUED_FOR_INGESTION: 'accepted for ingestion',
  DOCUMENTS_QUEUED_FOR_UPDATE: 'new content was accepted',
  DOCUMENTS_QUEUED_FOR_RESYNC: 'will be ingested again',
  DOCUMENTS_QUEUED_FOR_DELETION: 'will be deleted',
  DOCUMENTS_PROCESSING: 'processing has started',
  DOCUMENTS_ERROR: 'ingestion failed',
  DOCUMENTS_READY: 'searchable',
  DOCUMENTS_DELETED: 'deleted completely',
  DOCUMENTS_METADATA_UPDATE_QUEUED: 'a change was accepted',
  DOCUMENTS_METADATA_UPDATE_PROCESSING: 'the change is being applied',
  DOCUMENTS_METADATA_UPDATE_COMPLETED: 'the change is applied',
  DOCUMENTS_METADATA_UPDATE_ERROR: 'the change failed',
  INGEST_JOB_RUN_QUEUED: 'waiting to start',
  INGEST_JOB_RUN_PRE_PROCESSING: 'its source is being read',
  INGEST_JOB_RUN_PROCESSING: 'its documents are being processed',
  INGEST_JOB_RUN_NEEDS_CONFIRMATION: 'deletions have to be confirmed',
  INGEST_JOB_RUN_COMPLETED: 'ended, with or without errors',
};

/** Events to subscribe to. The cast is safe: the type of `meanings` allows no other keys. */
const chosenEvents = Object.keys(meanings) as ChosenEvent[];

/** Events that a webhook may be sent, for filters. */
export const sentEvents: readonly SentEvent[] = [...chosenEvents, 'WEBHOOK_TEST'];

/** Number of events to subscribe to. */
export const eventCount = chosenEvents.length;

const prefixes = [
  { label: 'Metadata of documents', prefix: 'DOCUMENTS_METADATA_UPDATE_' },
  { label: 'Documents', prefix: 'DOCUMENTS_' },
  { label: 'Job runs', prefix: 'INGEST_JOB_RUN_' },
] as const;

const prefixOf = (event: ChosenEvent) => prefixes.find(({ prefix }) => event.startsWith(prefix))?.prefix;

const optionsWith = (prefix: string): CheckOption<ChosenEvent>[] =>
  chosenEvents
    .filter((event) => prefixOf(event) === prefix)
    .map((event) => ({
      value: event,
      label: wordsOf(event.slice(prefix.length)),
      hint: meanings[event],
    }));

/** Events to subscribe to, grouped by subject. */
const eventGroups = [prefixes[1], prefixes[0], prefixes[2]].map(({ label, prefix }) => ({
  label,
  options: optionsWith(prefix),
}));

/** Example of a receiver that accepts only genuine requests. */
export const receiverCode = `import { createServer } from 'node:http';
import { env } from 'node:process';
import { verifyWebhook } from '@docfleet/sdk';

const signingKey = env.SIGNING_KEY;

async function receive(request, response) {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  try {
    const { event, data } = await verifyWebhook({ body, headers: request.headers, signingKey });
    response.writeHead(204).end();
    console.log(event, data); // after the response, which has a deadline of ten seconds
  } catch {
    response.writeHead(401).end();
  }
}

createServer(receive).listen(3000);
`;

/** Settings of a webhook as entered. */
export interface WebhookValues {
  readonly url: string;
  readonly name: string;
  readonly events: readonly ChosenEvent[];
  readonly namespaceIds: readonly string[];
  readonly retryPolicy: Webhook['retryPolicy'];
}

const retryPolicies = [
  { value: 'DEFAULT', label: 'Once, after 2 seconds' },
  { value: 'STANDARD', label: 'Nine times within three days' },
] as const;

interface WebhookFormProps {
  readonly values: WebhookValues;
  readonly onChange: (values: WebhookValues) => void;
  readonly onSubmit: () => void;
  readonly action: string;
  readonly onClose?: () => void;
  readonly isPending: boolean;
  readonly error: unknown;
}

const receiver = ({ url }: WebhookValues): readonly FormField[] => [
  {
    name: 'url',
    label: 'Address',
    type: 'url',
    isRequired: true,
    autoFocus: url === '',
    placeholder: 'https://example.com/hooks/docfleet',
    hint: 'Every event is sent there by POST. It has to respond with 2xx within ten seconds.',
  },
  { name: 'name', label: 'Name', hint: 'Shown in lists. Default: its host', maxLength: 128 },
  { name: 'retryPolicy', label: 'Retries', options: retryPolicies },
];

const eventField = ({ events: { length } }: WebhookValues): FormField => ({
  name: 'events',
  label: 'Events',
  hint: length === 0 ? 'None selected: all events' : `${length} of ${eventCount}`,
  groups: eventGroups,
});

/** Returns the field of the namespaces. A deleted namespace remains selected until it is removed. */
function useNamespaceField({ namespaceIds }: WebhookValues): FormField {
  const { data: namespaces = [] } = useQuery(namespacesQuery);
  const names = [...new Set([...namespaces.map(({ name }) => name), ...namespaceIds])];
  return {
    name: 'namespaceIds',
    label: 'Namespaces',
    hint: namespaceIds.length === 0 ? 'None selected: all, including future ones' : undefined,
    groups: [{ options: names.map((name) => ({ value: name, label: name })) }],
  };
}

/** Form with the settings of a webhook. */
export function WebhookForm({ values, onChange, error, ...form }: WebhookFormProps) {
  const part = { values, onChange, error };
  return (
    <Form {...form} error={error}>
      <div className="webhook-form">
        <div className="stack">
          <Card title="Receiver">
            <FormFields fields={receiver(values)} {...part} />
          </Card>
          <Card>
            <FormFields fields={[useNamespaceField(values)]} {...part} />
          </Card>
        </div>
        <Card>
          <FormFields fields={[eventField(values)]} {...part} />
        </Card>
      </div>
    </Form>
  );
}
