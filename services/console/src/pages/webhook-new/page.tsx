import type { Webhook } from '@docfleet/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { CodeBlock, Once } from '../../parts/code-block.tsx';
import { Back, Card, Page as PageFrame } from '../../parts/page.tsx';
import { useDraft } from '../../use-draft.ts';
import { useSubmission } from '../../use-submission.ts';
import { receiverCode, WebhookForm, type WebhookValues } from '../webhooks/webhook-form.tsx';

const nothing: WebhookValues = { url: '', name: '', events: [], namespaceIds: [], retryPolicy: 'DEFAULT' };

const create = ({ name, ...values }: WebhookValues) =>
  api.webhooks.create({ ...values, ...(name && { name }) });

/** Signing key of the new webhook, which is not shown again, with an example of its use. */
const Created = ({ webhook }: { readonly webhook: Webhook }) => (
  <>
    <Card title="Signing key">
      <p>With this key your receiver verifies that a request comes from docfleet.</p>
      <Once label="Signing key" secret={webhook.signingKey} />
    </Card>
    <Card title="Receiver">
      <p>
        A complete receiver for Node. Set the key as <code>SIGNING_KEY</code>.
      </p>
      <CodeBlock label="Receiver" text={receiverCode} />
    </Card>
    <div className="row">
      <Link to="/webhooks/$webhookId" params={{ webhookId: webhook.id }} className="button button-primary">
        I have copied the key
      </Link>
    </div>
  </>
);

/** Page that creates a webhook. */
export function Page() {
  const queries = useQueryClient();
  const [values, change, forget] = useDraft('webhook-new', nothing);
  const { mutate, data, error, isPending } = useSubmission({
    mutationFn: create,
    onSuccess() {
      forget();
      void queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  return (
    <PageFrame
      title={data ? 'Webhook created' : 'New webhook'}
      back={<Back to="/webhooks" label="All webhooks" />}
    >
      {data ? (
        <Created webhook={data.webhook} />
      ) : (
        <WebhookForm
          action="Create webhook"
          values={values}
          error={error}
          isPending={isPending}
          onChange={change}
          onSubmit={() => mutate(values)}
        />
      )}
    </PageFrame>
  );
}
