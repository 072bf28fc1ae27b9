import type { Document } from '@docfleet/sdk';
import { Badge, wordsOf } from '../../parts/badge.tsx';
import { formatBytes } from '../../parts/numbers.ts';
import type { Column } from '../../parts/table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';

/** What a document is called. */
export const nameOf = ({ name, externalId }: Document): string => name ?? externalId;

/** What the list shows of a document. */
export const columns: readonly Column<Document>[] = [
  { key: 'name', header: 'Name', cell: nameOf },
  { key: 'status', header: 'Status', width: '8.5rem', cell: (row) => <Badge state={row.ingestionStatus} /> },
  {
    key: 'source',
    header: 'Source',
    width: '8rem',
    from: 'tablet',
    cell: (row) => wordsOf(row.ingestionSource),
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
    width: '8rem',
    from: 'tablet',
    cell: (row) => <TimeAgo at={row.updatedAt.isoString} />,
  },
];
