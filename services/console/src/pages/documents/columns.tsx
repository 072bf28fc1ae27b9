import type { Document } from '@docfleet/sdk';
import { Link } from '@tanstack/react-router';
import { Badge, wordsOf } from '../../parts/badge.tsx';
import { formatBytes, formatNumber, shorten } from '../../parts/format.ts';
import { ShownName } from '../../parts/shown-name.tsx';
import type { Column } from '../../parts/table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';

const isVisible = (text: string | null): text is string =>
  text !== null && /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

/** Returns the name of a document, or its id if the name has no visible characters. */
export const nameOf = ({ name, externalId, id }: Pick<Document, 'name' | 'externalId' | 'id'>): string =>
  [name, externalId].find(isVisible) ?? id;

/** Maximum length of a name in a row, in characters: names may be a megabyte long. */
const maxShownLength = 300;

/** Columns of the list of documents. */
export const columns: readonly Column<Document>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: (row) => (
      <Link
        to="/n/$namespaceId/documents/$documentId"
        params={{ namespaceId: row.namespace.identifier, documentId: row.id }}
      >
        <ShownName>{shorten(nameOf(row), maxShownLength)}</ShownName>
      </Link>
    ),
  },
  { key: 'status', header: 'Status', width: '8.5rem', cell: (row) => <Badge state={row.ingestionStatus} /> },
  {
    key: 'source',
    header: 'Source',
    width: '8rem',
    from: 'tablet',
    cell: (row) => wordsOf(row.ingestionSource),
  },
  {
    key: 'chunks',
    header: 'Chunks',
    width: '5.5rem',
    align: 'end',
    from: 'desktop',
    cell: ({ documentProperties: { embeddingCount } }) =>
      embeddingCount !== undefined && formatNumber(embeddingCount),
  },
  {
    key: 'size',
    header: 'Size',
    width: '6rem',
    align: 'end',
    from: 'desktop',
    cell: ({ documentProperties: { fileSize } }) => fileSize !== undefined && formatBytes(fileSize),
  },
  {
    key: 'updated',
    header: 'Updated',
    width: '8.5rem',
    from: 'tablet',
    cell: (row) => <TimeAgo at={row.updatedAt.isoString} />,
  },
];
