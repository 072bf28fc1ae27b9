import { hasRunEnded, type IngestJobRunDocuments } from '@docfleet/sdk';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '../../parts/badge.tsx';
import { Progress, type ProgressPart } from '../../parts/chart.tsx';
import { TimeAgo } from '../../parts/columns.tsx';
import { formatCount, formatDuration, formatNumber } from '../../parts/format.ts';
import { Card } from '../../parts/page.tsx';

type Counts = IngestJobRunDocuments['documentCounts'];

/** Processing rate of a run: ended documents per minute, and the estimated remaining time in milliseconds. */
interface Pace {
  readonly perMinute: number;
  readonly leftMs: number;
}

interface Sample {
  readonly at: number;
  readonly done: number;
}

/** Period over which the rate is measured: older samples say little about the current rate. */
const windowMs = 30_000;
const minSpanMs = 2_000;

/** Returns the number of documents that have ended. */
const doneOf = ({ completed, failed, cancelled }: Counts): number => completed + failed + cancelled;

/** Returns the number of all documents of a run. */
export const totalOf = (counts: Counts): number => doneOf(counts) + counts.queued + counts.processing;

function paceOf(samples: readonly Sample[], left: number): Pace | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < minSpanMs || last.done <= first.done) return undefined;
  const perMs = (last.done - first.done) / (last.at - first.at);
  return { perMinute: perMs * 60_000, leftMs: left / perMs };
}

/** Returns the rate of a run since the page was opened; undefined until two seconds of progress have been observed. */
function usePace(counts: Counts): Pace | undefined {
  const samples = useRef<readonly Sample[]>([]);
  const [pace, setPace] = useState<Pace>();
  useEffect(() => {
    const at = Date.now();
    samples.current = [...samples.current, { at, done: doneOf(counts) }].filter(
      (sample) => at - sample.at <= windowMs,
    );
    setPace(paceOf(samples.current, counts.queued + counts.processing));
  }, [counts]);
  return pace;
}

const partsOf = (counts: IngestJobRunDocuments['documentCounts']): readonly ProgressPart[] => [
  { key: 'completed', label: 'ready', value: counts.completed, tone: 'good' },
  { key: 'failed', label: 'failed', value: counts.failed, tone: 'bad' },
  { key: 'cancelled', label: 'cancelled', value: counts.cancelled, tone: 'warn' },
  { key: 'processing', label: 'processing', value: counts.processing, tone: 'busy' },
  { key: 'queued', label: 'waiting', value: counts.queued, tone: 'idle' },
];

function words(run: IngestJobRunDocuments): string {
  const { documentCounts, cancelledAt } = run;
  const total = formatCount(totalOf(documentCounts), 'document');
  if (hasRunEnded(run) && cancelledAt !== null)
    return `${formatNumber(documentCounts.completed)} of ${total} ingested`;
  if (!hasRunEnded(run) && totalOf(documentCounts) === 0) return 'Looking for documents';
  return `${formatNumber(doneOf(documentCounts))} of ${total} done`;
}

function Rate({ counts }: { readonly counts: IngestJobRunDocuments['documentCounts'] }) {
  const pace = usePace(counts);
  if (!pace) return null;
  const rate = pace.perMinute < 10 ? pace.perMinute.toFixed(1) : formatNumber(Math.round(pace.perMinute));
  return (
    <span className="soft">
      {rate} a minute, about {formatDuration(pace.leftMs)} left
    </span>
  );
}

function Took({ run: { status, createdAt, updatedAt } }: { readonly run: IngestJobRunDocuments }) {
  const tookMs = Date.parse(updatedAt.isoString) - Date.parse(createdAt.isoString);
  return (
    <span className="soft">
      Started <TimeAgo at={createdAt.isoString} />
      {hasRunEnded({ status }) && `, took ${formatDuration(tookMs)}`}
    </span>
  );
}

/** State of a run: errors of its source first, then whether it was canceled, then failed documents. */
function State({ run }: { readonly run: IngestJobRunDocuments }) {
  const { status, errorMessage, cancelledAt, documentCounts } = run;
  if (status === 'COMPLETED' && errorMessage !== null) return <Badge state="FAILED" />;
  if (cancelledAt !== null)
    return <Badge state="CANCELLED">{hasRunEnded(run) ? 'Cancelled' : 'Cancelling'}</Badge>;
  if (status !== 'COMPLETED' || documentCounts.failed === 0) return <Badge state={status} />;
  return <Badge state="FAILED">{formatNumber(documentCounts.failed)} failed</Badge>;
}

const accountOf = (items: NonNullable<IngestJobRunDocuments['items']>) =>
  (['searchable', 'unchanged', 'skipped', 'failed', 'deleted', 'pending'] as const)
    .filter((part) => items[part] > 0)
    .map((part) => `${formatNumber(items[part])} ${part}`)
    .join(', ') || 'none yet';

/** Progress of a run: its state, counts and estimated remaining time. */
export function RunProgress({ run }: { readonly run: IngestJobRunDocuments }) {
  const isOver = hasRunEnded(run);
  return (
    <Card>
      <div className="row">
        <State run={run} />
        <strong role="status">{words(run)}</strong>
        {!isOver && <Rate counts={run.documentCounts} />}
        <Took run={run} />
      </div>
      <Progress label="Documents by state" parts={partsOf(run.documentCounts)} />
      {run.items && (
        <p className="soft small">
          {formatCount(run.items.found, 'item')}: {accountOf(run.items)}
        </p>
      )}
    </Card>
  );
}
