import type { Webhook } from '@docfleet/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Once } from '../../parts/once.tsx';
import { Problem } from '../../parts/problem.tsx';

const overlaps = [
  { value: '24', label: 'A day' },
  { value: '168', label: 'A week' },
  { value: '1', label: 'An hour' },
  { value: '0', label: 'Not at all: it has leaked' },
] as const;

interface RotateKeyProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Gives a webhook another key, and shows it once. */
export function RotateKey({ webhook: { id: webhookId }, onClose }: RotateKeyProps) {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]['value']>('24');
  const queries = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api.webhooks.rotateKey({ webhookId, overlapHours: Number(overlap) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  if (data)
    return (
      <Dialog title="The new signing key" isOpen mustAnswer onClose={onClose}>
        <Once label="Signing key" secret={data.webhook.signingKey} />
        <DialogButtons>
          <Button look="primary" onPress={onClose}>
            I have the key
          </Button>
        </DialogButtons>
      </Dialog>
    );
  return (
    <Dialog title="Rotate the signing key" isOpen onClose={onClose}>
      <p>
        The webhook gets a new key. Until the overlap ends, everything is signed with both, so that you can
        change your receivers one after the other.
      </p>
      <Choice
        label="How long the old key signs too"
        value={overlap}
        options={overlaps}
        onChange={setOverlap}
      />
      {error && <Problem error={error} />}
      <DialogButtons>
        <Button onPress={onClose}>Cancel</Button>
        <Button look="primary" isPending={isPending} onPress={() => mutate()}>
          Rotate
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
