import { hasRunEnded, type IngestJobRun } from '@docfleet/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/console-fetch.ts';
import { Badge, wordsOf } from '../../parts/badge.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { column, timeColumn } from '../../parts/columns.tsx';
import { formatCount, formatDuration, formatNumber, shorten } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import type { Column } from '../../parts/table.tsx';
import { useStore } from '../../store.ts';
import type { RunGroup } from './group-runs.ts';

/** Maximum number of ids in one filter of the API. */
const maxRuns = 1_000;
const maxCounted = 1_000;

/** Numbers of failed documents by the ids of their runs; `isAll` is false if there are more than are counted. */
interface Failed {
  readonly byRun: ReadonlyMap<string, number>;
  readonly isAll: boolean;
}

const none: Failed = { byRun: new Map(), isAll: true };

/** Counts the failed documents of the runs that have ended, without those that have been ingested again since. */
export function useFailed(namespaceId: string, runs: readonly IngestJobRun[]): Failed {
  const tenantId = useStore(tenant);
  const ended = runs.filter(hasRunEnded).map(({ id }) => id);
  const { data = none } = useQuery({
    queryKey: ['documents', namespaceId, tenantId, 'failed', ended],
    enabled: ended.length > 0,
    placeholderData: keepPreviousData,
    async queryFn({ signal }): Promise<Failed> {
      const byRun = new Map<string, number>();
      let counted = 0;
      const filterConfig = {
        documentIngestJobRunIds: ended.slice(0, maxRuns),
        documentIngestionStatuses: ['FAILED'],
      };
      const pagination = { pageSize: 100 };
      for await (const { ingestJobRun } of api.documents.list(
        { namespaceId, filterConfig, pagination },
        { signal },
      )) {
        if (counted === maxCounted) return { byRun, isAll: false };
        counted += 1;
        byRun.set(ingestJobRun.id, (byRun.get(ingestJobRun.id) ?? 0) + 1);
      }
      return { byRun, isAll: ended.length <= maxRuns };
    },
  });
  return data;
}

type IngestConfig = Pick<IngestJobRun['ingestConfig'], 'source' | 'config'>;

const others = (count: number) => (count > 1 ? ` and ${count - 1} more` : '');

/** Describes the source of a run in one line: the name of a text or file, the address of a site, the first entry of a list. */
export function subjectOf({ source, config }: IngestConfig): string {
  const { name, url, urls, externalIds } = config;
  if (typeof name === 'string') return shorten(name);
  if (typeof url === 'string') return shorten(url);
  if (Array.isArray(urls) && urls.length > 0) return `${shorten(String(urls[0]))}${others(urls.length)}`;
  if (source === 'REEMBEDDING') return 'All documents, with another model or store';
  if (source === 'TEXT') return 'Text without a name';
  if (!Array.isArray(externalIds)) return 'Everything in the connection';
  return externalIds.length === 1 ? '1 selected item' : `${formatNumber(externalIds.length)} selected items`;
}

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
  column('Name', (line) =>
    line.runs.length > 1 ? (
      <Group line={line} onToggle={onToggle} />
    ) : (
      <Run run={line.newest} isInner={line.isInner} />
    ),
  ),
  column('Status', (line) => <State line={line} failed={failed} />, { width: '8.5rem' }),
  column('Source', ({ newest }) => wordsOf(newest.ingestConfig.source), { width: '8rem', from: 'tablet' }),
  column('Schedule', ({ newest: { syncFrequency: at } }) => (at === 'NEVER' ? '' : wordsOf(at)), {
    width: '6rem',
    from: 'desktop',
  }),
  column('Duration', (line) => line.runs.every(hasRunEnded) && took(line), {
    width: '7.5rem',
    align: 'end',
    from: 'desktop',
  }),
  timeColumn('Started', startedAt, { width: '8rem' }),
];
