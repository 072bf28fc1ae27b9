import type { Webhook } from '@docfleet/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { DetailTitle } from '../../parts/detail.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page as PageFrame } from '../../parts/page.tsx';
import { showToast } from '../../parts/toasts.tsx';
import { useDraft } from '../../use-draft.ts';
import { useSubmission } from '../../use-submission.ts';
import type { ChosenEvent } from '../webhooks/events.ts';
import { WebhookForm, type WebhookValues } from '../webhooks/webhook-form.tsx';
import { webhookQuery } from '../webhooks/webhook-query.ts';

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
    <WebhookForm values={values} onChange={change} onSubmit={() => mutate(values)} error={error}>
      <Button type="submit" look="primary" isPending={isPending}>
        Save
      </Button>
      <Button onPress={leave}>Cancel</Button>
    </WebhookForm>
  );
}

/** Page that changes the settings of a webhook. */
export function Page() {
  const { webhookId = '' } = useParams({ strict: false });
  const query = useQuery(webhookQuery(webhookId));
  const title = `Edit ${query.data?.name ?? 'webhook'}`;
  const back = (
    <Link to="/webhooks/$webhookId" params={{ webhookId }} aria-label="The webhook">
      <Icon name="back" />
    </Link>
  );
  return (
    <PageFrame title={<DetailTitle back={back} name={title} />} tab={title}>
      <Loaded query={query} rows={8}>
        {(webhook) => <Edit key={webhook.id} webhook={webhook} />}
      </Loaded>
    </PageFrame>
  );
}
