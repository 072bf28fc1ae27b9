import type { Webhook } from '@docfleet/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { DetailTitle, Terms } from '../../parts/detail.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Note } from '../../parts/note.tsx';
import { Card, Page as PageFrame } from '../../parts/page.tsx';
import { RotateDialog } from '../../parts/rotate-dialog.tsx';
import { ShownKey } from '../../parts/shown-key.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { showToast } from '../../parts/toasts.tsx';
import { useSubmission } from '../../use-submission.ts';
import { eventCount } from '../webhooks/events.ts';
import { healthOf, webhookQuery } from '../webhooks/webhook-query.ts';
import { Deliveries } from './deliveries.tsx';

/** Periods for which both keys sign requests, in hours. */
const overlaps = [
  { value: '24', label: 'A day' },
  { value: '168', label: 'A week' },
  { value: '1', label: 'An hour' },
  { value: '0', label: 'Not at all (it has leaked)' },
] as const;

interface RotateKeyProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Replaces the signing key of a webhook and shows the new one once. */
function RotateKey({ webhook: { id: webhookId }, onClose }: RotateKeyProps) {
  const queries = useQueryClient();
  const { mutate, data, error, isPending } = useSubmission({
    mutationFn: (overlap: string) => api.webhooks.rotateKey({ webhookId, overlapHours: Number(overlap) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  if (data)
    return (
      <ShownKey
        title="The new signing key"
        label="Signing key"
        secret={data.webhook.signingKey}
        onClose={onClose}
      />
    );
  return (
    <RotateDialog
      title="Rotate the signing key"
      explanation="The webhook gets a new key. Until the overlap ends, requests are signed with both keys, so that you can change your receivers one by one."
      question="Sign with the previous key as well for"
      periods={overlaps}
      isPending={isPending}
      error={error}
      onRotate={mutate}
      onClose={onClose}
    />
  );
}

interface PartProps {
  readonly webhook: Webhook;
}

interface QuestionProps extends PartProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Shows the message of an error that has no other place on the page. */
const say = (error: Error) => showToast({ tone: 'bad', text: error.message });

/** Returns a mutation of a webhook that reports its result. */
function useChange<Result>(change: () => Promise<Result>, text: string) {
  const queries = useQueryClient();
  return useSubmission({
    mutationFn: change,
    onSuccess() {
      showToast({ tone: 'good', text });
      void queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
}

function Test({ webhook: { id: webhookId, status } }: PartProps) {
  const { mutate, isPending } = useChange(
    () => api.webhooks.test({ webhookId }),
    'The test event is being sent',
  );
  return (
    <Button
      look="primary"
      isPending={isPending}
      isDisabled={status !== 'ACTIVE'}
      onPress={() => mutate(undefined, { onError: say })}
    >
      Send test event
    </Button>
  );
}

function Enable({ webhook: { id: webhookId } }: PartProps) {
  const { mutate, isPending } = useChange(
    () => api.webhooks.update({ webhookId, status: 'ACTIVE' }),
    'The webhook is enabled',
  );
  return (
    <Button look="primary" isPending={isPending} onPress={() => mutate(undefined, { onError: say })}>
      Enable
    </Button>
  );
}

function Disable({ webhook: { id: webhookId }, isOpen, onClose }: QuestionProps) {
  const { mutate, error, isPending } = useChange(
    () => api.webhooks.update({ webhookId, status: 'DISABLED' }),
    'The webhook is disabled',
  );
  return (
    <Confirm
      title="Disable the webhook?"
      action="Disable"
      isOpen={isOpen}
      onClose={onClose}
      isPending={isPending}
      error={error}
      onConfirm={() => mutate(undefined, { onSuccess: onClose })}
    >
      <p>
        Nothing is sent until it is enabled again. Waiting deliveries are cancelled; they can be replayed.
      </p>
    </Confirm>
  );
}

function Remove({ webhook: { id: webhookId, name }, isOpen, onClose }: QuestionProps) {
  const navigate = useNavigate();
  const { mutate, error, isPending } = useChange(
    () => api.webhooks.delete({ webhookId }),
    'The webhook is deleted',
  );
  return (
    <Confirm
      title="Delete the webhook?"
      action="Delete"
      typed={name}
      isOpen={isOpen}
      onClose={onClose}
      isPending={isPending}
      error={error}
      onConfirm={() => mutate(undefined, { onSuccess: () => void navigate({ to: '/webhooks' }) })}
    >
      <p>Nothing more is sent to it, and its log is deleted.</p>
    </Confirm>
  );
}

/** Buttons for the actions on a webhook. */
function Actions({ webhook }: PartProps) {
  const [open, setOpen] = useState<'rotate' | 'disable' | 'delete'>();
  const onClose = () => setOpen(undefined);
  const isActive = webhook.status === 'ACTIVE';
  return (
    <>
      {isActive ? <Test webhook={webhook} /> : <Enable webhook={webhook} />}
      <Link to="/webhooks/$webhookId/edit" params={{ webhookId: webhook.id }} className="button">
        Edit
      </Link>
      <Button onPress={() => setOpen('rotate')}>Rotate key</Button>
      {isActive && <Button onPress={() => setOpen('disable')}>Disable</Button>}
      <Button onPress={() => setOpen('delete')}>Delete</Button>
      {open === 'rotate' && <RotateKey webhook={webhook} onClose={onClose} />}
      <Disable webhook={webhook} isOpen={open === 'disable'} onClose={onClose} />
      <Remove webhook={webhook} isOpen={open === 'delete'} onClose={onClose} />
    </>
  );
}

const refreshMs = 5_000;

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
  const query = useQuery({ ...webhookQuery(webhookId), refetchInterval: refreshMs });
  const { data: webhook } = query;
  const name = webhook?.name ?? 'Webhook';
  const back = (
    <Link to="/webhooks" aria-label="All webhooks">
      <Icon name="back" />
    </Link>
  );
  return (
    <PageFrame
      title={<DetailTitle back={back} name={name} state={webhook && healthOf(webhook)} />}
      tab={name}
      actions={webhook && <Actions webhook={webhook} />}
    >
      <Loaded query={query} rows={8}>
        {(loaded) => (
          <>
            <Health webhook={loaded} />
            <Settings webhook={loaded} />
            <Deliveries webhookId={webhookId} />
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}
