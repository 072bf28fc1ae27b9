import { hasRunEnded, type IngestJobRun } from '@docfleet/sdk';
import { Link } from '@tanstack/react-router';
import { Badge, wordsOf } from '../../parts/badge.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { formatCount, formatDuration, formatNumber, shorten } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import type { Column } from '../../parts/table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import type { RunGroup } from './group-runs.ts';
import { subjectOf } from './subject-of.ts';
import type { Failed } from './use-failed.ts';

/** Row of the list: a run, or a group of files that were uploaded together. */
export interface RunLine extends RunGroup {
  readonly key: string;
  /** Whether the row is a run of the open group above it. */
  readonly isInner: boolean;
  /** Whether the row is a group whose runs are shown below it. */
  readonly isOpen: boolean;
  /** Newest run of the row. */
  readonly newest: IngestJobRun;
}

function Group({ line, onToggle }: { readonly line: RunLine; readonly onToggle: (line: RunLine) => void }) {
  const { folder, runs, isOpen } = line;
  const files = formatCount(runs.length, 'file');
  return (
    <LinkButton aria-expanded={isOpen} onPress={() => onToggle(line)}>
      <span className={`run-group ${isOpen ? 'run-group-open' : ''}`}>
        <Icon name="down" />
      </span>
      {folder ? `${shorten(folder, 200)}: ${files}` : files}
    </LinkButton>
  );
}

const Run = ({ run, isInner }: { readonly run: IngestJobRun; readonly isInner: boolean }) => (
  <Link
    to="/n/$namespaceId/runs/$runId"
    params={{ namespaceId: run.namespace.identifier, runId: run.id }}
    className={isInner ? 'run-inner' : ''}
  >
    {subjectOf(run.ingestConfig)}
  </Link>
);

/** State of a run or group: errors first, then whether it was canceled. */
function State({ line, failed }: { readonly line: RunLine; readonly failed: Failed }) {
  const { runs, newest } = line;
  const count = runs.reduce((sum, { id }) => sum + (failed.byRun.get(id) ?? 0), 0);
  const done = runs.filter(hasRunEnded).length;
  if (runs.length === 1 && newest.status !== 'COMPLETED') return <Badge state={newest.status} />;
  if (runs.some(({ errorMessage }) => errorMessage !== null)) return <Badge state="FAILED" />;
  if (count > 0)
    return <Badge state="FAILED">{failed.isAll ? `${formatNumber(count)} failed` : 'Some failed'}</Badge>;
  if (runs.every(({ cancelledAt }) => cancelledAt !== null)) return <Badge state="CANCELLED" />;
  if (runs.length === 1 || done === runs.length) return <Badge state={newest.status} />;
  return <Badge state="PROCESSING">{`${formatNumber(done)} of ${formatNumber(runs.length)}`}</Badge>;
}

const startedAt = ({ runs, newest }: RunLine) => (runs.at(-1) ?? newest).createdAt.isoString;

function took(line: RunLine): string {
  const last = Math.max(...line.runs.map(({ updatedAt }) => Date.parse(updatedAt.isoString)));
  return formatDuration(last - Date.parse(startedAt(line)));
}

interface ColumnsOptions {
  readonly failed: Failed;
  readonly onToggle: (line: RunLine) => void;
}

/** Columns of the list of runs. */
export const columnsOf = ({ failed, onToggle }: ColumnsOptions): readonly Column<RunLine>[] => [
  {
    key: 'subject',
    header: 'Name',
    cell: (line) =>
      line.runs.length > 1 ? (
        <Group line={line} onToggle={onToggle} />
      ) : (
        <Run run={line.newest} isInner={line.isInner} />
      ),
  },
  {
    key: 'status',
    header: 'Status',
    width: '8.5rem',
    cell: (line) => <State line={line} failed={failed} />,
  },
  {
    key: 'source',
    header: 'Source',
    width: '8rem',
    from: 'tablet',
    cell: ({ newest }) => wordsOf(newest.ingestConfig.source),
  },
  {
    key: 'frequency',
    header: 'Schedule',
    width: '6rem',
    from: 'desktop',
    cell: ({ newest: { syncFrequency } }) => (syncFrequency === 'NEVER' ? '' : wordsOf(syncFrequency)),
  },
  {
    key: 'took',
    header: 'Duration',
    width: '6rem',
    align: 'end',
    from: 'desktop',
    cell: (line) => line.runs.every(hasRunEnded) && took(line),
  },
  {
    key: 'started',
    header: 'Started',
    width: '8rem',
    from: 'tablet',
    cell: (line) => <TimeAgo at={startedAt(line)} />,
  },
];
