import type { Webhook } from '@docfleet/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { RotateDialog } from '../../parts/rotate-dialog.tsx';
import { ShownKey } from '../../parts/shown-key.tsx';
import { useSubmission } from '../../use-submission.ts';

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
export function RotateKey({ webhook: { id: webhookId }, onClose }: RotateKeyProps) {
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
