import type { Document, IngestJobRunDocuments } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../parts/badge.tsx';
import { DocumentLink } from '../../parts/document-link.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Card } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { nameOf } from '../documents/columns.tsx';
import { totalOf } from './pace.ts';
import { documentsByIdQuery, maxDocumentIds } from './run-query.ts';

const columns: readonly Column<Document>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: (row) => (
      <DocumentLink namespaceId={row.namespace.identifier} documentId={row.id} name={nameOf(row)} />
    ),
  },
  { key: 'status', header: 'Status', width: '8.5rem', cell: (row) => <Badge state={row.ingestionStatus} /> },
  {
    key: 'chunks',
    header: 'Chunks',
    width: '5.5rem',
    align: 'end',
    from: 'tablet',
    cell: ({ documentProperties: { embeddingCount } }) =>
      embeddingCount !== undefined && formatNumber(embeddingCount),
  },
  {
    key: 'tokens',
    header: 'Tokens',
    width: '6rem',
    align: 'end',
    from: 'desktop',
    cell: ({ documentProperties: { tokenCount } }) => tokenCount !== undefined && formatNumber(tokenCount),
  },
];

/** List of the documents of a run: those in processing first, then failed, completed, queued and canceled ones. */
export function RunDocuments({
  namespaceId,
  run,
}: {
  readonly namespaceId: string;
  readonly run: IngestJobRunDocuments;
}) {
  const { processing, completed, queued, cancelled, failed } = run.documents;
  const ids = [processing, failed, completed, queued, cancelled].flat().map(({ id }) => id);
  const query = useQuery(documentsByIdQuery(namespaceId, ids, JSON.stringify(run.documentCounts)));
  if (ids.length === 0) return null;
  const total = totalOf(run.documentCounts);
  const shown =
    total > maxDocumentIds ? `Documents: the first ${maxDocumentIds} of ${formatNumber(total)}` : 'Documents';
  return (
    <Card title={shown}>
      <Loaded query={query}>
        {(rows) => (
          <Table label="Documents of the run" columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </Loaded>
    </Card>
  );
}
