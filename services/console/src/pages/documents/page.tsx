import { type Document, type DocumentFilter, documentStatuses, ingestionSources } from '@docfleet/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { formatNumber, shorten } from '../../parts/format.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page as PageFrame } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { useNamespaceId } from '../../use-namespace.ts';
import { nextPageOf } from '../../use-pages.ts';
import { useSearchText } from '../../use-search-text.ts';
import { Bulk } from './bulk.tsx';
import { columns, nameOf } from './columns.tsx';
import { readMetadataFilter } from './read-metadata-filter.ts';
import './documents.css';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/tenant.ts';
import { Filter } from '../../parts/filter.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { useStore } from '../../store.ts';

const pageSize = 100;
const refreshMs = 10_000;
/** Maximum number of loaded pages that are refetched automatically. */
const maxRefreshed = 3;

/** Loads the documents page by page as the user scrolls. While a filter changes, the previous documents remain visible. */
function useDocuments(namespaceId: string, filterConfig: DocumentFilter) {
  const tenantId = useStore(tenant);
  return useInfiniteQuery({
    queryKey: ['documents', namespaceId, tenantId, filterConfig],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.documents.list({ namespaceId, filterConfig, pagination: { pageSize, cursor } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages.length ?? 0) <= maxRefreshed && refreshMs,
  });
}

/** Sources by which documents can be filtered. */
const sources = ingestionSources.filter((source) => source !== 'REEMBEDDING');

/** Filters of the list of documents. */
const Filters = ({ isMetadataGood }: { readonly isMetadataGood: boolean }) => (
  <search className="filters">
    <FilterField name="name" label="Name" hidesLabel placeholder="Name begins with …" />
    <Filter name="status" label="Status" every="Every status" values={documentStatuses} />
    <Filter name="source" label="Source" every="Every source" values={sources} />
    <FilterField
      name="metadata"
      label="Metadata"
      hidesLabel
      placeholder="Metadata: team=people"
      error={isMetadataGood ? undefined : 'Use name=value, separated by commas'}
    />
  </search>
);

const keyOf = ({ id }: Document) => id;
const shortNameOf = (document: Document) => shorten(nameOf(document), 100);

/** Returns the filter that the address contains. */
function useFilter() {
  const [status] = useSearchText('status');
  const [source] = useSearchText('source');
  const [prefix] = useSearchText('name');
  const [metadata] = useSearchText('metadata');
  const values = readMetadataFilter(metadata);
  const filter: DocumentFilter = {
    ...(prefix && { name: prefix }),
    ...(status && { documentIngestionStatuses: [status] }),
    ...(source && { documentIngestionSources: [source] }),
    ...(values && Object.keys(values).length > 0 && { metadata: values }),
  };
  return { filter, isMetadataGood: values !== undefined };
}

const Nothing = ({
  namespaceId,
  isFiltered,
}: {
  readonly namespaceId: string;
  readonly isFiltered: boolean;
}) =>
  isFiltered ? (
    <Empty icon="search" title="No document matches" text="Remove a filter to see more." />
  ) : (
    <Empty
      icon="documents"
      title="No documents yet"
      text="Ingest files, web pages or texts into this namespace. Each appears here at once with its progress."
      action={
        <Link to="/n/$namespaceId/ingest" params={{ namespaceId }}>
          Ingest documents
        </Link>
      }
    />
  );

/** Toolbar for the selected documents. */
const SelectedBar = ({
  namespaceId,
  keys,
  onClear,
}: {
  readonly namespaceId: string;
  readonly keys: ReadonlySet<string>;
  readonly onClear: () => void;
}) => (
  <section className="selected-bar" aria-label="Selected documents">
    <strong>{formatNumber(keys.size)} selected</strong>
    <Bulk namespaceId={namespaceId} documentIds={[...keys]} onDone={onClear} />
    <Button look="quiet" onPress={onClear}>
      Clear
    </Button>
  </section>
);

/** Page with the documents of a namespace. */
export function Page() {
  const namespaceId = useNamespaceId();
  const { filter, isMetadataGood } = useFilter();
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const documents = useDocuments(namespaceId, filter);
  const selection = { keys, onChange: setKeys };
  return (
    <PageFrame title="Documents">
      <Filters isMetadataGood={isMetadataGood} />
      <Loaded query={documents} rows={8}>
        {({ pages }, shown) => {
          const rows = pages.flatMap((page) => page.documents ?? []);
          if (rows.length === 0)
            return <Nothing namespaceId={namespaceId} isFiltered={Object.keys(filter).length > 0} />;
          return (
            <Table
              label="Documents"
              columns={columns}
              rows={rows}
              keyOf={keyOf}
              selection={selection}
              onEnd={nextPageOf(shown)}
              nameOf={shortNameOf}
            />
          );
        }}
      </Loaded>
      {keys.size > 0 && (
        <SelectedBar namespaceId={namespaceId} keys={keys} onClear={() => setKeys(new Set())} />
      )}
    </PageFrame>
  );
}
