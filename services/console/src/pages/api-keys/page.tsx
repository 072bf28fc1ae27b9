import type { ApiKey } from '@docfleet/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { sessionQuery } from '../../api/session.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Terms } from '../../parts/detail.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Note } from '../../parts/note.tsx';
import { Page as PageFrame } from '../../parts/page.tsx';
import { RotateDialog } from '../../parts/rotate-dialog.tsx';
import { ShownKey } from '../../parts/shown-key.tsx';
import { ShownName } from '../../parts/shown-name.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { showToast } from '../../parts/toasts.tsx';
import { nextPageOf, usePages } from '../../use-pages.ts';
import { useSubmission } from '../../use-submission.ts';
import { NewKey } from './new-key.tsx';
import { scopeLabelOf } from './scopes.ts';

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
function RotateKey({ apiKey: { id: apiKeyId, name }, onClose }: RotateKeyProps) {
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
function KeyDialog(props: KeyDialogProps) {
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

const keyOf = ({ id }: ApiKey) => id;

const columnsOf = (ownId: string | undefined, open: (id: string) => void): readonly Column<ApiKey>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: ({ id, name }) => (
      <LinkButton onPress={() => open(id)}>
        <bdi>
          <ShownName>{name}</ShownName>
        </bdi>
        {id === ownId && ' (yours)'}
      </LinkButton>
    ),
  },
  { key: 'status', header: 'Status', width: '7rem', cell: ({ status }) => <Badge state={status} /> },
  { key: 'key', header: 'Key', from: 'desktop', cell: ({ prefix }) => <code>{`${prefix}_****`}</code> },
  { key: 'scope', header: 'Scope', width: '5.5rem', from: 'tablet', cell: scopeLabelOf },
  {
    key: 'used',
    header: 'Last used',
    width: '8.5rem',
    from: 'tablet',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <TimeAgo at={lastUsedAt.isoString} /> : 'never'),
  },
  {
    key: 'expires',
    header: 'Expires',
    width: '8.5rem',
    from: 'desktop',
    cell: ({ expiresAt }) => (expiresAt ? <TimeAgo at={expiresAt.isoString} /> : 'never'),
  },
];

/** Page with the API keys of the organization. */
export function Page() {
  const [isNew, setNew] = useState(false);
  const [openId, setOpenId] = useState<string>();
  const { data: session } = useQuery(sessionQuery);
  const ownId = session?.apiKey.id;
  const query = usePages({
    queryKey: ['api-keys', 'list'],
    load: (page, options) => api.apiKeys.list(page, options),
  });
  const keys = query.data?.pages.flatMap(({ apiKeys }) => apiKeys) ?? [];
  const opened = keys.find(({ id }) => id === openId);
  return (
    <PageFrame
      title="API keys"
      actions={
        <Button look="primary" onPress={() => setNew(true)}>
          <Icon name="plus" /> New key
        </Button>
      }
    >
      <Loaded query={query}>
        {({ pages }, shown) => (
          <Table
            label="API keys"
            columns={columnsOf(ownId, setOpenId)}
            rows={pages.flatMap(({ apiKeys }) => apiKeys)}
            keyOf={keyOf}
            onEnd={nextPageOf(shown)}
          />
        )}
      </Loaded>
      {isNew && <NewKey onClose={() => setNew(false)} />}
      {opened && (
        <KeyDialog apiKey={opened} isOwn={opened.id === ownId} onClose={() => setOpenId(undefined)} />
      )}
    </PageFrame>
  );
}
