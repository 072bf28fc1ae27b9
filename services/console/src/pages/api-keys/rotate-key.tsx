import type { ApiKey } from '@docfleet/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { ShownKey } from './shown-key.tsx';

/** In seconds. */
const gracePeriods = [
  { value: '86400', label: 'A day' },
  { value: '604800', label: 'A week' },
  { value: '2592000', label: '30 days' },
  { value: '3600', label: 'An hour' },
  { value: '0', label: 'Not at all: it has leaked' },
] as const;

interface RotateKeyProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/** Puts another key in the place of one, and shows it once. */
export function RotateKey({ apiKey: { id: apiKeyId, name }, onClose }: RotateKeyProps) {
  const [grace, setGrace] = useState<(typeof gracePeriods)[number]['value']>('86400');
  const queries = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api.apiKeys.rotate({ apiKeyId, gracePeriodSeconds: Number(grace) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['api-keys'] }),
  });
  if (data) return <ShownKey title={`The new key ${name}`} secret={data.key} onClose={onClose} />;
  return (
    <Dialog title={`Rotate ${name}`} isOpen onClose={onClose}>
      <p>A new key of the same name, scope, expiry and limit takes its place.</p>
      <Choice
        label="How long the old key goes on working"
        value={grace}
        options={gracePeriods}
        onChange={setGrace}
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
