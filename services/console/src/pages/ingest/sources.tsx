import type { Connection } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/console-fetch.ts';
import { ingestSource } from '../../api/ingest-source.ts';
import { Choice, Field } from '../../parts/fields.tsx';
import { formatCount, shorten } from '../../parts/format.ts';
import { Empty, Loaded } from '../../parts/page.tsx';
import { useStore } from '../../store.ts';
import { useDraft } from '../../use-draft.ts';
import { connectorOf } from '../connections/connectors.ts';
import { linesOf, readAddresses, readOptions, useOptions } from './options.ts';
import { OptionsFold, SourceForm } from './source-form.tsx';

interface AddressListProps {
  readonly namespaceId: string;
  readonly source: 'URLS_LIST' | 'YOUTUBE';
}

const texts = {
  URLS_LIST: {
    label: 'Page addresses',
    placeholder: 'https://example.com/leave\nhttps://example.com/travel',
    hint: 'One per line. YouTube videos, playlists and channels are read as transcripts.',
    action: 'Ingest pages',
  },
  YOUTUBE: {
    label: 'Videos, playlists or channels',
    placeholder: 'https://www.youtube.com/watch?v=…',
    hint: 'One per line. The transcript of each video becomes a document.',
    action: 'Ingest videos',
  },
} as const;

/** Form for a list of web pages or videos. */
export function AddressList({ namespaceId, source }: AddressListProps) {
  const [text, setText, forget] = useDraft(`ingest-${source}:${namespaceId}`, '');
  const [options, setOptions] = useOptions(namespaceId);
  const { urls, fault } = readAddresses(text);
  const words = texts[source];
  function send() {
    const { metadata, chunkConfig, scrapeOptions, syncFrequency } = readOptions(options);
    const config = { urls, ...metadata, ...(source === 'URLS_LIST' && scrapeOptions) };
    return ingestSource({ namespaceId, ingestConfig: { source, config, ...chunkConfig }, ...syncFrequency });
  }
  return (
    <SourceForm
      namespaceId={namespaceId}
      action={words.action}
      canSend={urls.length > 0 && fault === undefined}
      send={send}
      onSent={forget}
      aside={<span className="soft small">{formatCount(urls.length, 'address', 'addresses')}</span>}
    >
      <Field
        label={words.label}
        rows={8}
        value={text}
        onChange={setText}
        placeholder={words.placeholder}
        hint={words.hint}
        error={fault}
        isRequired
      />
      <OptionsFold
        options={options}
        onChange={setOptions}
        has={source === 'YOUTUBE' ? ['frequency'] : ['frequency', 'selectors']}
      />
    </SourceForm>
  );
}

/** Loads the connections of a namespace that can be read. */
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

/**
 * Returns the function that starts an ingestion: of the entered ids or, without any, of the user's selection at the vendor or the whole
 * account.
 */
function useSend(namespaceId: string, connection: Connection | undefined, items: string) {
  const [options, setOptions] = useOptions(namespaceId);
  function send() {
    if (!connection) throw new Error('No connection is selected');
    const { id: connectionId, connector: source } = connection;
    const { metadata, chunkConfig, ocrConfig, htmlContent, syncFrequency } = readOptions(options);
    const externalIds = linesOf(items);
    const chosen = externalIds.length > 0 && { externalIds };
    const config = { connectionId, ...chosen, ...metadata, ...ocrConfig, ...htmlContent };
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
      <OptionsFold options={options} onChange={setOptions} has={['frequency', 'files']} />
    </SourceForm>
  );
}

/** Form that ingests from a connected account. */
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
