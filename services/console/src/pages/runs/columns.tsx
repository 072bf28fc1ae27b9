import type { IngestJobRun } from '@docfleet/sdk';
import { Link } from '@tanstack/react-router';
import { Badge, wordsOf } from '../../parts/badge.tsx';
import { formatDuration } from '../../parts/duration.ts';
import type { Column } from '../../parts/table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { subjectOf } from './subject-of.ts';

const tookMs = ({ createdAt, updatedAt }: IngestJobRun) =>
  Date.parse(updatedAt.isoString) - Date.parse(createdAt.isoString);

/** What the list shows of a run. */
export const columns: readonly Column<IngestJobRun>[] = [
  {
    key: 'subject',
    header: 'What',
    cell: (run) => (
      <Link
        to="/n/$namespaceId/runs/$runId"
        params={{ namespaceId: run.namespace.identifier, runId: run.id }}
      >
        {subjectOf(run.ingestConfig)}
      </Link>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: '8.5rem',
    cell: (run) => <Badge state={run.errorMessage === null ? run.status : 'FAILED'} />,
  },
  {
    key: 'source',
    header: 'Source',
    width: '8rem',
    from: 'tablet',
    cell: (run) => wordsOf(run.ingestConfig.source),
  },
  {
    key: 'frequency',
    header: 'Again',
    width: '6rem',
    from: 'desktop',
    cell: ({ syncFrequency }) => (syncFrequency === 'NEVER' ? '' : wordsOf(syncFrequency)),
  },
  {
    key: 'took',
    header: 'Took',
    width: '6rem',
    align: 'end',
    from: 'desktop',
    cell: (run) => run.status === 'COMPLETED' && formatDuration(tookMs(run)),
  },
  {
    key: 'started',
    header: 'Started',
    width: '8rem',
    from: 'tablet',
    cell: (run) => <TimeAgo at={run.createdAt.isoString} />,
  },
];
