import type { Webhook } from '@docfleet/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { Back, DetailPage } from '../../parts/page.tsx';
import { showToast } from '../../parts/toasts.tsx';
import { useDraft } from '../../use-draft.ts';
import { useSubmission } from '../../use-submission.ts';
import {
  type ChosenEvent,
  WebhookForm,
  type WebhookValues,
  webhookQuery,
} from '../webhooks/webhook-form.tsx';

const valuesOf = ({ url, name, events, namespaceIds, retryPolicy }: Webhook): WebhookValues => ({
  url,
  name,
  events: events.filter((event): event is ChosenEvent => event !== 'WEBHOOK_TEST'),
  namespaceIds,
  retryPolicy,
});

function Edit({ webhook }: { readonly webhook: Webhook }) {
  const { id: webhookId } = webhook;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [values, change, forget] = useDraft(`webhook-${webhookId}`, valuesOf(webhook));
  function leave() {
    forget();
    void navigate({ to: '/webhooks/$webhookId', params: { webhookId } });
  }
  const { mutate, error, isPending } = useSubmission({
    mutationFn: ({ name, ...rest }: WebhookValues) =>
      api.webhooks.update({ webhookId, ...rest, ...(name && { name }) }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
      showToast({ tone: 'good', text: 'The webhook was saved' });
      leave();
    },
  });
  return (
    <WebhookForm
      action="Save"
      onClose={leave}
      values={values}
      error={error}
      isPending={isPending}
      onChange={change}
      onSubmit={() => mutate(values)}
    />
  );
}

/** Page that changes the settings of a webhook. */
export function Page() {
  const { webhookId = '' } = useParams({ strict: false });
  const query = useQuery(webhookQuery(webhookId));
  return (
    <DetailPage
      query={query}
      back={<Back to="/webhooks/$webhookId" params={{ webhookId }} label="The webhook" />}
      name={`Edit ${query.data?.name ?? 'webhook'}`}
    >
      {(webhook) => <Edit key={webhook.id} webhook={webhook} />}
    </DetailPage>
  );
}
