import type { Webhook } from '@docfleet/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { showToast } from '../../parts/toasts.tsx';
import { useSubmission } from '../../use-submission.ts';
import { RotateKey } from './rotate-key.tsx';

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
export function Actions({ webhook }: PartProps) {
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
