import type { GatedChange } from '@docfleet/sdk';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../parts/badge.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';

const keyOf = ({ id }: GatedChange) => id;

const labels: Readonly<Record<string, string>> = {
  embeddingModelConfig: 'embedding model',
  contextModelConfig: 'context model',
  chunkConfig: 'chunk sizes',
  vectorStorageConfig: 'vector store',
  rerankConfig: 'reranker',
};

/** What a change changes, in words. */
export const changedOf = ({ changedConfigs }: GatedChange): string =>
  changedConfigs.map((name) => labels[name] ?? name).join(', ');

const columnsOf = (namespaceId: string): readonly Column<GatedChange>[] => [
  {
    key: 'changes',
    header: 'Change of',
    cell: (row) => (
      <Link to="/n/$namespaceId/gated-changes/$gatedChangeId" params={{ namespaceId, gatedChangeId: row.id }}>
        {changedOf(row)}
      </Link>
    ),
  },
  { key: 'state', header: 'State', width: '8rem', cell: ({ status }) => <Badge state={status} /> },
  {
    key: 'created',
    header: 'Proposed',
    width: '8.5rem',
    from: 'tablet',
    cell: ({ createdAt }) => <TimeAgo at={createdAt.isoString} />,
  },
];

/** Gated changes with their states. */
export const GatedChangeTable = ({
  namespaceId,
  rows,
}: {
  readonly namespaceId: string;
  readonly rows: readonly GatedChange[];
}) => <Table label="Gated changes" columns={columnsOf(namespaceId)} rows={rows} keyOf={keyOf} />;
