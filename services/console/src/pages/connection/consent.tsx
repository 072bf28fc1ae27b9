import type { Connection } from '@docfleet/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Note } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { connectorOf } from '../connections/connectors.ts';
import { SettingsForm, useConsent } from '../connections/vendor.tsx';

/**
 * Button that asks again for the consent of an existing connection. If the browser blocks the new window, a link to the consent page is
 * shown.
 */
function Consent({ connection, text }: { readonly connection: Connection; readonly text: string }) {
  const queries = useQueryClient();
  const { id: connectionId, namespace } = connection;
  const { begin, blockedUrl, isPending, error } = useConsent({
    request: () => api.connections.update({ connectionId, namespaceId: namespace.identifier }),
    onRequested: () => void queries.invalidateQueries({ queryKey: ['connections'] }),
  });
  return (
    <>
      <Button isPending={isPending} onPress={begin}>
        {text}
      </Button>
      {blockedUrl !== undefined && (
        <a href={blockedUrl} target="_blank" rel="noopener noreferrer">
          The browser blocked the window: open it here
        </a>
      )}
      {error && <Problem error={error} />}
    </>
  );
}

/** Form that replaces the settings of a connection, such as its keys or the folder that it reads. */
function Settings({ connection }: { readonly connection: Connection }) {
  const [isOpen, setOpen] = useState(connection.status !== 'ACTIVE');
  const queries = useQueryClient();
  const { id: connectionId, namespace, connector, name, status, statusReason, settings } = connection;
  if (!isOpen) return <Button onPress={() => setOpen(true)}>Change settings …</Button>;
  return (
    <>
      {status !== 'ACTIVE' && (
        <Note tone="bad" title="docfleet cannot read this connection">
          {statusReason !== null && sentence(statusReason)}
        </Note>
      )}
      <SettingsForm
        connector={connector}
        name={name}
        current={settings}
        action="Try and save"
        send={async (entered) => {
          const namespaceId = namespace.identifier;
          await api.connections.update({ connectionId, namespaceId, ...entered });
          await queries.invalidateQueries({ queryKey: ['connections'] });
          setOpen(false);
        }}
      />
    </>
  );
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Notice of the action that a connection needs from its user. */
export function ConsentNote({ connection }: { readonly connection: Connection }) {
  const { status, statusReason, connector, selection, settings } = connection;
  const { label, choosing, config } = connectorOf(connector);
  if (config === null || settings !== null) return <Settings connection={connection} />;
  if (status === 'PENDING')
    return (
      <Note
        tone="busy"
        title={`Waiting for consent at ${label}`}
        action={<Consent connection={connection} text="Open the consent page again" />}
      >
        Grant access in the window that was opened. This page continues automatically.
      </Note>
    );
  if (status === 'FAILED')
    return (
      <Note
        tone="bad"
        title="docfleet cannot access this account"
        action={<Consent connection={connection} text="Authorize again" />}
      >
        {statusReason !== null && sentence(statusReason)}
      </Note>
    );
  if (status === 'REVOKED')
    return (
      <Note
        tone="warn"
        title="This connection was revoked"
        action={<Consent connection={connection} text="Authorize again" />}
      >
        Nothing is read from it. Its user can authorize it again.
      </Note>
    );
  if (choosing !== 'PICKER') return null;
  return (
    <div className="row">
      <span>
        {selection === null
          ? 'Everything in the account is read.'
          : `${selection.length} files and folders are selected; folders include their contents.`}
      </span>
      <Consent connection={connection} text="Select files" />
    </div>
  );
}
