import type { IngestJobRunDocuments } from '@docfleet/sdk';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../parts/format.ts';
import { ShownName } from '../../parts/shown-name.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useNamespaceId } from '../../use-namespace.ts';

type Items = NonNullable<IngestJobRunDocuments['items']>;
type Item = Items['skippedItems'][number];
type Failed = IngestJobRunDocuments['documents']['failed'][number];

const itemColumns: readonly Column<Item>[] = [
  {
    key: 'name',
    header: 'Item',
    cell: ({ name, externalId }) => (
      <span title={externalId}>
        <ShownName>{name}</ShownName>
      </span>
    ),
  },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reason },
];

const countOf = (all: number, what: string, shown: number) =>
  `${formatNumber(all)} ${what}${all > shown ? `, showing the first ${shown}` : ''}`;

/** List of the items that were skipped, each with its reason. */
const Skipped = ({ items: { skipped, skippedItems } }: { readonly items: Items }) =>
  skipped > 0 && (
    <details>
      <summary>{countOf(skipped, 'skipped', skippedItems.length)}</summary>
      <Table
        label="Skipped items"
        columns={itemColumns}
        rows={skippedItems}
        keyOf={({ externalId }) => externalId}
      />
    </details>
  );

/** List of the documents that failed; each links to its details. */
function FailedDocuments({ progress }: { readonly progress: IngestJobRunDocuments }) {
  const namespaceId = useNamespaceId();
  const { documents, documentCounts } = progress;
  const columns: readonly Column<Failed>[] = [
    {
      key: 'error',
      header: 'Reason',
      cell: ({ id, error }) => (
        <Link to="/n/$namespaceId/documents/$documentId" params={{ namespaceId, documentId: id }}>
          {error ?? id}
        </Link>
      ),
    },
  ];
  if (documentCounts.failed === 0) return null;
  return (
    <details>
      <summary>{countOf(documentCounts.failed, 'failed', documents.failed.length)}</summary>
      <Table label="Failed documents" columns={columns} rows={documents.failed} keyOf={({ id }) => id} />
    </details>
  );
}

/** Lists of the items of a run that are not searchable: skipped items and failed documents, with their reasons. */
export const LeftOut = ({ progress }: { readonly progress: IngestJobRunDocuments }) => (
  <>
    <FailedDocuments progress={progress} />
    {progress.items && <Skipped items={progress.items} />}
  </>
);
