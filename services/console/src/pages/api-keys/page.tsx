import type { ApiKey } from '@docfleet/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, sessionQuery } from '../../api/client.ts';
import { AskedAction } from '../../parts/action.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { column, ShownName, stateColumn, TimeAgo, timeColumn } from '../../parts/columns.tsx';
import { Dialog, DialogButtons, RotateDialog, ShownKey } from '../../parts/dialog.tsx';
import type { CheckOption } from '../../parts/fields.tsx';
import { Form, type FormField, FormFields } from '../../parts/form.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { ListPage, usePages } from '../../parts/list.tsx';
import { Note, Terms } from '../../parts/page.tsx';
import type { Column } from '../../parts/table.tsx';
import { useDraft } from '../../use-draft.ts';
import { useSubmission } from '../../use-submission.ts';

type Scope = ApiKey['scopes'][number];

/** Scopes of a key; each includes those before it. */
const scopes: readonly CheckOption<Scope>[] = [
  { value: 'read', label: 'Read', hint: 'read and search only' },
  {
    value: 'ingest',
    label: 'Ingest',
    hint: 'also ingest, change and delete documents, and connect accounts',
  },
  {
    value: 'admin',
    label: 'Admin',
    hint: 'also manage namespaces, webhooks and keys, and see the audit trail',
  },
];

/** Returns the label of the highest scope that a key has. */
const scopeLabelOf = ({ scopes: granted }: ApiKey): string =>
  scopes.findLast(({ value }) => granted.includes(value))?.label ?? '';

const lifetimes = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a day' },
] as const;

interface Values {
  readonly name: string;
  readonly scope: 'read' | 'ingest' | 'admin';
  readonly lifetime: (typeof lifetimes)[number]['value'];
  /** Day of expiry in the format of date fields: `2026-11-27`. */
  readonly day: string;
  readonly rateLimitPerMinute: string;
}

const nothing: Values = { name: '', scope: 'read', lifetime: 'never', day: '', rateLimitPerMinute: '' };
const dayMs = 86_400_000;

/**
 * Returns the expiry of a key in ISO 8601: the beginning of a day in the user's time zone, or a number of days from now; null for never. An
 * invalid day is returned as it is, for the service to reject.
 */
function expiresAtOf({ lifetime, day }: Values): string | null {
  if (lifetime === 'never') return null;
  const at =
    lifetime === 'date' ? new Date(`${day}T00:00:00`) : new Date(Date.now() + Number(lifetime) * dayMs);
  return Number.isNaN(at.getTime()) ? day : at.toISOString();
}

const create = (values: Values) =>
  api.apiKeys.create({
    name: values.name,
    scopes: [values.scope],
    expiresAt: expiresAtOf(values),
    rateLimitPerMinute: values.rateLimitPerMinute === '' ? null : Number(values.rateLimitPerMinute),
  });

const fieldsOf = ({ lifetime }: Values): readonly FormField[] => [
  {
    name: 'name',
    label: 'Name',
    isRequired: true,
    autoFocus: true,
    placeholder: 'nightly import',
    maxLength: 100,
  },
  { name: 'scope', label: 'Scope', options: scopes, look: 'radios' },
  { name: 'lifetime', label: 'Expires', options: lifetimes },
  ...(lifetime === 'date'
    ? [{ name: 'day', issue: 'expiresAt', label: 'Day', type: 'date', isRequired: true } as const]
    : []),
  {
    name: 'rateLimitPerMinute',
    label: 'Rate limit (requests per minute)',
    isNumber: true,
    hint: 'Empty: the default of this installation',
  },
];

/** Creates a key, and shows its secret once. */
function NewKey({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [values, setValues, forget] = useDraft('api-key-new', nothing);
  const { mutate, data, error, isPending } = useSubmission({
    mutationFn: create,
    onSuccess() {
      forget();
      void queries.invalidateQueries({ queryKey: ['api-keys'] });
    },
  });
  if (data)
    return (
      <ShownKey title={`The key ${data.apiKey.name}`} secret={data.key} onClose={onClose}>
        <p className="soft small">
          Set it as <code>DOCFLEET_API_KEY</code>: the SDKs, the command line and the examples read it there.{' '}
          <a href="/guides/">Guides</a>
        </p>
      </ShownKey>
    );
  return (
    <Dialog title="New API key" isOpen onClose={onClose}>
      <Form
        action="Create key"
        isDialog
        onClose={onClose}
        error={error}
        isPending={isPending}
        onSubmit={() => mutate(values)}
      >
        <FormFields fields={fieldsOf(values)} values={values} onChange={setValues} error={error} />
      </Form>
    </Dialog>
  );
}

/** Periods for which the replaced key remains valid, in seconds. */
const gracePeriods = [
  { value: '86400', label: 'A day' },
  { value: '604800', label: 'A week' },
  { value: '2592000', label: '30 days' },
  { value: '3600', label: 'An hour' },
  { value: '0', label: 'Not at all (it has leaked)' },
] as const;

interface KeyDialogProps {
  readonly apiKey: ApiKey;
  /** Whether the current session was opened with this key. */
  readonly isOwn: boolean;
  readonly onClose: () => void;
}

/** Replaces a key and shows the new one once. */
const RotateKey = ({ apiKey: { id: apiKeyId, name }, onClose }: KeyDialogProps) => (
  <RotateDialog
    title={`Rotate ${name}`}
    explanation="A new key with the same name, scope, expiry and rate limit replaces it."
    question="Keep the old key valid for"
    periods={gracePeriods}
    shown={{ title: `The new key ${name}` }}
    rotate={async (gracePeriodSeconds) => (await api.apiKeys.rotate({ apiKeyId, gracePeriodSeconds })).key}
    onClose={onClose}
  />
);

/** Opens the sign-in page: revoking the key has ended its session. */
const leave = () => location.assign('/console/sign-in');

const Revoke = ({ apiKey: { id: apiKeyId, name }, isOwn, onClose }: KeyDialogProps) => (
  <AskedAction
    label="Revoke"
    onClose={onClose}
    run={() => api.apiKeys.revoke({ apiKeyId })}
    done="The key is revoked. It stops working within seconds."
    onDone={() => isOwn && leave()}
    ask={{
      title: `Revoke ${name}?`,
      typed: name,
      text: (
        <div className="stack">
          <p>Programs that use this key stop working within seconds. This cannot be undone.</p>
          {isOwn && (
            <Note tone="warn" title="You are signed in with this key">
              Revoking it signs you out. You need another key to sign in again.
            </Note>
          )}
        </div>
      ),
    }}
  />
);

const Moment = ({ at }: { readonly at: ApiKey['expiresAt'] }) =>
  at ? <TimeAgo at={at.isoString} /> : 'never';

const maskOf = ({ prefix }: ApiKey) => <code>{`${prefix}_****`}</code>;

const Known = ({ apiKey }: { readonly apiKey: ApiKey }) => (
  <Terms
    terms={{
      Status: <Badge state={apiKey.status} />,
      Key: maskOf(apiKey),
      Scope: scopeLabelOf(apiKey),
      Limit:
        apiKey.rateLimitPerMinute === null
          ? 'default'
          : `${formatNumber(apiKey.rateLimitPerMinute)} per minute`,
      Created: <TimeAgo at={apiKey.createdAt.isoString} />,
      'Last used': <Moment at={apiKey.lastUsedAt} />,
      Expires: <Moment at={apiKey.expiresAt} />,
      ...(apiKey.revokedAt && { Revoked: <Moment at={apiKey.revokedAt} /> }),
      ...(apiKey.rotatedToId !== null && { 'Replaced by': <code>{apiKey.rotatedToId}</code> }),
    }}
  />
);

/** Dialog with the details of a key and the actions on it. */
function KeyDialog(props: KeyDialogProps) {
  const { apiKey, onClose } = props;
  const [step, setStep] = useState<'rotate' | 'revoke'>();
  if (step === 'rotate') return <RotateKey {...props} />;
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

const columnsOf = (ownId: string | undefined, open: (id: string) => void): readonly Column<ApiKey>[] => [
  column('Name', ({ id, name }) => (
    <LinkButton onPress={() => open(id)}>
      <bdi>
        <ShownName>{name}</ShownName>
      </bdi>
      {id === ownId && ' (yours)'}
    </LinkButton>
  )),
  stateColumn('Status', ({ status }) => status),
  column('Key', maskOf, { from: 'desktop' }),
  column('Scope', scopeLabelOf, { width: '5.5rem', from: 'tablet' }),
  timeColumn('Last used', ({ lastUsedAt }) => lastUsedAt, { none: 'never' }),
  timeColumn('Expires', ({ expiresAt }) => expiresAt, { none: 'never', from: 'desktop' }),
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
  const opened = query.data?.pages.flatMap(({ apiKeys }) => apiKeys).find(({ id }) => id === openId);
  return (
    <ListPage
      label="API keys"
      query={query}
      rowsOf={({ pages }) => pages.flatMap(({ apiKeys }) => apiKeys)}
      columns={columnsOf(ownId, setOpenId)}
      empty={{ icon: 'keys', title: 'No API keys yet', text: 'Programs and people sign in with a key.' }}
      create={
        <Button look="primary" onPress={() => setNew(true)}>
          <Icon name="plus" /> New key
        </Button>
      }
      after={
        <>
          {isNew && <NewKey onClose={() => setNew(false)} />}
          {opened && (
            <KeyDialog apiKey={opened} isOwn={opened.id === ownId} onClose={() => setOpenId(undefined)} />
          )}
        </>
      }
    />
  );
}
