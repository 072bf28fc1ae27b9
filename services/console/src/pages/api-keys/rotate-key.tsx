import type { ApiKey } from '@docfleet/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { RotateDialog } from '../../parts/rotate-dialog.tsx';
import { ShownKey } from '../../parts/shown-key.tsx';
import { useSubmission } from '../../use-submission.ts';

/** Periods for which the replaced key remains valid, in seconds. */
const gracePeriods = [
  { value: '86400', label: 'A day' },
  { value: '604800', label: 'A week' },
  { value: '2592000', label: '30 days' },
  { value: '3600', label: 'An hour' },
  { value: '0', label: 'Not at all (it has leaked)' },
] as const;

interface RotateKeyProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/** Replaces a key and shows the new one once. */
export function RotateKey({ apiKey: { id: apiKeyId, name }, onClose }: RotateKeyProps) {
  const queries = useQueryClient();
  const { mutate, data, error, isPending } = useSubmission({
    mutationFn: (grace: string) => api.apiKeys.rotate({ apiKeyId, gracePeriodSeconds: Number(grace) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['api-keys'] }),
  });
  if (data) return <ShownKey title={`The new key ${name}`} secret={data.key} onClose={onClose} />;
  return (
    <RotateDialog
      title={`Rotate ${name}`}
      explanation="A new key with the same name, scope, expiry and rate limit replaces it."
      question="Keep the old key valid for"
      periods={gracePeriods}
      isPending={isPending}
      error={error}
      onRotate={mutate}
      onClose={onClose}
    />
  );
}
