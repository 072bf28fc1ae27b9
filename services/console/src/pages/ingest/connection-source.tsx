import type { Connection } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ingestSource } from '../../api/ingest-source.ts';
import { tenant } from '../../api/tenant.ts';
import { Choice } from '../../parts/choice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Field } from '../../parts/field.tsx';
import { shorten } from '../../parts/format.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { useStore } from '../../store.ts';
import { useDraft } from '../../use-draft.ts';
import { connectorOf } from '../connections/connectors.ts';
import { linesOf, readOptions, useOptions } from './options.ts';
import { OptionsFold } from './options-fold.tsx';
import { SourceForm } from './source-form.tsx';

/** The connections that can be read. */
function useConnections(namespaceId: string) {
  const tenantId = useStore(tenant);
  return useQuery({
    queryKey: ['connections', namespaceId, tenantId, 'active'],
    async queryFn({ signal }) {
      const active: Connection[] = [];
      for await (const connection of api.connections.list({ namespaceId, pageSize: 100 }, { signal }))
        if (connection.status === 'ACTIVE') active.push(connection);
      return active;
    },
  });
}

/** The ids that are entered; none: the selection of the user, or everything. */
function useSend(namespaceId: string, connection: Connection | undefined, items: string) {
  const [options, setOptions] = useOptions(namespaceId);
  function send() {
    if (!connection) throw new Error('No connection is selected');
    const { id: connectionId, connector: source } = connection;
    const { metadata, chunkConfig, ocrConfig, syncFrequency } = readOptions(options);
    const externalIds = linesOf(items);
    const chosen = externalIds.length > 0 && { externalIds };
    const config = { connectionId, ...chosen, ...metadata, ...ocrConfig };
    return ingestSource({ namespaceId, ingestConfig: { source, config, ...chunkConfig }, ...syncFrequency });
  }
  return { send, options, setOptions };
}

const nameOf = ({ name, connector }: Connection) => `${shorten(name, 100)} · ${connectorOf(connector).label}`;

function ConnectionForm({
  namespaceId,
  connections,
}: {
  readonly namespaceId: string;
  readonly connections: readonly Connection[];
}) {
  const [draft, setDraft, forget] = useDraft(`ingest-connection:${namespaceId}`, { id: '', items: '' });
  const connection = connections.find(({ id }) => id === draft.id) ?? connections[0];
  const facts = connection && connectorOf(connection.connector);
  const needsItems = facts?.choosing === 'IDS';
  const { send, options, setOptions } = useSend(namespaceId, connection, draft.items);
  return (
    <SourceForm
      namespaceId={namespaceId}
      action="Ingest from connection"
      canSend={connection !== undefined && (!needsItems || linesOf(draft.items).length > 0)}
      send={send}
      onSent={forget}
    >
      <Choice
        label="Connection"
        value={connection?.id}
        options={connections.map((each) => ({ value: each.id, label: nameOf(each) }))}
        onChange={(id) => setDraft({ ...draft, id })}
      />
      <Field
        label="Only these items"
        rows={3}
        value={draft.items}
        onChange={(items) => setDraft({ ...draft, items })}
        hint={
          needsItems
            ? `Ids of ${facts?.ids}, one per line. What is below them is read too. ${facts?.forms ?? ''}`
            : 'The ids of the vendor, one per line. Empty: the selection of the connection, or everything.'
        }
        isRequired={needsItems}
      />
      <OptionsFold options={options} onChange={setOptions} has={['frequency', 'ocr']} />
    </SourceForm>
  );
}

/** Ingests from a connected account. */
export function ConnectionSource({ namespaceId }: { readonly namespaceId: string }) {
  const query = useConnections(namespaceId);
  return (
    <Loaded query={query}>
      {(connections) =>
        connections.length === 0 ? (
          <Empty
            icon="connections"
            title="No active connection"
            text="A connection lets docfleet read a drive or a wiki with the consent of its user. Create one first."
          />
        ) : (
          <ConnectionForm namespaceId={namespaceId} connections={connections} />
        )
      }
    </Loaded>
  );
}
