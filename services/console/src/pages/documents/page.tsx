import { type Document, type DocumentFilter, documentStatuses, ingestionSources } from '@docfleet/sdk';
import { Link } from '@tanstack/react-router';
import { type Ref, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/console-fetch.ts';
import { wordsOf } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { column, DocumentLink, nameOf, numberColumn, stateColumn, timeColumn } from '../../parts/columns.tsx';
import { formatBytes, formatNumber, shorten } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { type FilterEntry, ListPage, useFilters, usePages } from '../../parts/list.tsx';
import type { Column } from '../../parts/table.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { Bulk } from './bulk.tsx';
import { readMetadataFilter } from './read-metadata-filter.ts';
import { sourceFilterOf, sourceFilters } from './source-filter.ts';
import './documents.css';

const refreshMs = 10_000;

/** Sources by which documents can be filtered. */
const sources = ingestionSources.filter((source) => source !== 'REEMBEDDING');

/** Columns of the list of documents. */
const columns: readonly Column<Document>[] = [
  column('Name', (row) => (
    <DocumentLink namespaceId={row.namespace.identifier} documentId={row.id} name={nameOf(row)} />
  )),
  stateColumn('Status', (row) => row.ingestionStatus, { width: '8.5rem' }),
  column('Source', (row) => wordsOf(row.ingestionSource), { width: '8rem', from: 'tablet' }),
  numberColumn('Chunks', (row) => row.documentProperties.embeddingCount, { from: 'desktop' }),
  column('Size', ({ documentProperties: { fileSize } }) => fileSize !== undefined && formatBytes(fileSize), {
    width: '6rem',
    align: 'end',
    from: 'desktop',
  }),
  timeColumn('Updated', (row) => row.updatedAt),
];

const shortNameOf = (document: Document) => shorten(nameOf(document), 100);

const filters: readonly FilterEntry[] = [
  { name: 'name', label: 'Name', hidesLabel: true, placeholder: 'Name contains …' },
  { name: 'status', label: 'Status', every: 'Every status', values: documentStatuses },
  { name: 'source', label: 'Source', every: 'Every source', values: sources },
  { name: 'metadata', label: 'Metadata', hidesLabel: true, placeholder: 'Metadata: team=people' },
  ...sourceFilters,
];

/** Returns the filter that the address contains. */
function useFilter() {
  const { status, source, name, metadata, ...rest } = useFilters(filters);
  const values = readMetadataFilter(metadata ?? '');
  const origin = sourceFilterOf(rest);
  const filter: DocumentFilter = {
    ...(name && { name }),
    ...(status && { documentIngestionStatuses: [status] }),
    ...(source && { documentIngestionSources: [source] }),
    ...(values && Object.keys(values).length > 0 && { metadata: values }),
    ...(origin && { source: origin }),
  };
  const metadataError = values === undefined ? 'Use name=value, separated by commas' : undefined;
  return { filter, metadataError };
}

/** Toolbar for the selected documents. */
const SelectedBar = ({
  namespaceId,
  documentIds,
  onClear,
  bar,
}: {
  readonly namespaceId: string;
  readonly documentIds: readonly string[];
  readonly onClear: () => void;
  readonly bar: Ref<HTMLElement>;
}) => (
  <section ref={bar} className="selected-bar" aria-label="Selected documents">
    <strong>{formatNumber(documentIds.length)} selected</strong>
    <Bulk namespaceId={namespaceId} documentIds={documentIds} onDone={onClear} />
    <Button look="quiet" onPress={onClear}>
      Clear
    </Button>
  </section>
);

const rowsOf = ({ pages }: { readonly pages: readonly { readonly documents?: readonly Document[] }[] }) =>
  pages.flatMap((page) => page.documents ?? []);

/** Page with the documents of a namespace. */
export function Page() {
  const namespaceId = useNamespaceId();
  const tenantId = useStore(tenant);
  const { filter: filterConfig, metadataError } = useFilter();
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const bar = useRef<HTMLElement>(null);
  const query = usePages({
    queryKey: ['documents', namespaceId, tenantId, filterConfig],
    load: (pagination, options) => api.documents.list({ namespaceId, filterConfig, pagination }, options),
    refreshMs,
  });
  // A filter hides selected documents, and nothing is to be done with what is not shown.
  const shown = query.data ? rowsOf(query.data).filter(({ id }) => keys.has(id)) : [];
  return (
    <ListPage
      label="Documents"
      filters={filters.map((one) => (one.name === 'metadata' ? { ...one, error: metadataError } : one))}
      query={query}
      rowsOf={rowsOf}
      columns={columns}
      selection={{
        keys,
        onChange: setKeys,
        onLeave: () => bar.current?.querySelector('button')?.focus(),
      }}
      nameOf={shortNameOf}
      noMatch={Object.keys(filterConfig).length > 0 ? 'No document matches' : undefined}
      empty={{
        icon: 'documents',
        title: 'No documents yet',
        text: 'Ingest files, web pages or texts into this namespace. Each appears here at once with its progress.',
      }}
      create={
        <Link to="/n/$namespaceId/ingest" params={{ namespaceId }} className="button button-primary">
          <Icon name="ingest" /> Ingest
        </Link>
      }
      selected={
        shown.length > 0 && (
          <SelectedBar
            namespaceId={namespaceId}
            documentIds={shown.map(({ id }) => id)}
            onClear={() => setKeys(new Set())}
            bar={bar}
          />
        )
      }
    />
  );
}
