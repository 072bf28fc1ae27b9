import type { ApiKey } from '@docfleet/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Terms } from '../../parts/detail.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Note } from '../../parts/note.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { showToast } from '../../parts/toasts.tsx';
import { useSubmission } from '../../use-submission.ts';
import { RotateKey } from './rotate-key.tsx';
import { scopeLabelOf } from './scopes.ts';

interface KeyDialogProps {
  readonly apiKey: ApiKey;
  /** Whether the current session was opened with this key. */
  readonly isOwn: boolean;
  readonly onClose: () => void;
}

/** Opens the sign-in page: revoking the key has ended its session. */
const leave = () => location.assign('/console/sign-in');

function Revoke({ apiKey: { id: apiKeyId, name }, isOwn, onClose }: KeyDialogProps) {
  const queries = useQueryClient();
  const { mutate, error, isPending } = useSubmission({
    mutationFn: () => api.apiKeys.revoke({ apiKeyId }),
    onSuccess() {
      if (isOwn) return leave();
      showToast({ tone: 'good', text: 'The key is revoked. It stops working within seconds.' });
      void queries.invalidateQueries({ queryKey: ['api-keys'] });
      return onClose();
    },
  });
  return (
    <Confirm
      title={`Revoke ${name}?`}
      action="Revoke"
      typed={name}
      isOpen
      onClose={onClose}
      isPending={isPending}
      error={error}
      onConfirm={() => mutate()}
    >
      <div className="stack">
        <p>Programs that use this key stop working within seconds. This cannot be undone.</p>
        {isOwn && (
          <Note tone="warn" title="You are signed in with this key">
            Revoking it signs you out. You need another key to sign in again.
          </Note>
        )}
      </div>
    </Confirm>
  );
}

const Moment = ({ at, none }: { readonly at: ApiKey['expiresAt']; readonly none: string }) =>
  at ? <TimeAgo at={at.isoString} /> : none;

const Known = ({ apiKey }: { readonly apiKey: ApiKey }) => (
  <Terms
    terms={{
      Status: <Badge state={apiKey.status} />,
      Key: <code>{`${apiKey.prefix}_****`}</code>,
      Scope: scopeLabelOf(apiKey),
      Limit:
        apiKey.rateLimitPerMinute === null
          ? 'default'
          : `${formatNumber(apiKey.rateLimitPerMinute)} per minute`,
      Created: <TimeAgo at={apiKey.createdAt.isoString} />,
      'Last used': <Moment at={apiKey.lastUsedAt} none="never" />,
      Expires: <Moment at={apiKey.expiresAt} none="never" />,
      ...(apiKey.revokedAt && { Revoked: <Moment at={apiKey.revokedAt} none="" /> }),
      ...(apiKey.rotatedToId !== null && { 'Replaced by': <code>{apiKey.rotatedToId}</code> }),
    }}
  />
);

/** Dialog with the details of a key and the actions on it. */
export function KeyDialog(props: KeyDialogProps) {
  const { apiKey, onClose } = props;
  const [step, setStep] = useState<'rotate' | 'revoke'>();
  if (step === 'rotate') return <RotateKey apiKey={apiKey} onClose={onClose} />;
  if (step === 'revoke') return <Revoke {...props} />;
  const isActive = apiKey.status === 'ACTIVE';
  return (
    <Dialog title={apiKey.name} isOpen onClose={onClose}>
      <Known apiKey={apiKey} />
      <DialogButtons>
        {isActive && (
          <Button look="danger" onPress={() => setStep('revoke')}>
            Revoke
          </Button>
        )}
        {isActive && apiKey.rotatedToId === null && <Button onPress={() => setStep('rotate')}>Rotate</Button>}
        <Button onPress={onClose}>Close</Button>
      </DialogButtons>
    </Dialog>
  );
}
