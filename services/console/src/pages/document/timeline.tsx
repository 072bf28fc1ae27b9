import type { DocumentStatus, TimelineEntry } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { toneOf, wordsOf } from '../../parts/badge.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Card } from '../../parts/page.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { timelineQuery } from './document-query.ts';
import './timeline.css';

const stages = {
  FETCH_PAGE: 'fetching the page',
  FETCH_ITEM: 'fetching the item',
  PARSE: 'reading the file',
  EMBED: 'chunking and embedding',
} as const;

const isOver: readonly DocumentStatus[] = ['SUCCESS', 'FAILED', 'CANCELLED'];

/** Returns the name of a timeline entry: its status, and its stage unless the document has ended. */
const wordsFor = ({ status, stage }: TimelineEntry) =>
  isOver.includes(status) ? wordsOf(status) : `${wordsOf(status)}: ${stages[stage]}`;

const milliseconds = (from: TimelineEntry, to: TimelineEntry) => Date.parse(to.at) - Date.parse(from.at);

/** Formats milliseconds: `340 ms`, `1.2 s`, `3 min`. */
function formatDuration(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  return ms < 120_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

const Step = ({
  entry,
  next,
}: {
  readonly entry: TimelineEntry;
  readonly next: TimelineEntry | undefined;
}) => (
  <li className={`step step-${toneOf(entry.status)}`}>
    <div className="row row-apart">
      <span>{wordsFor(entry)}</span>
      <span className="soft small">
        {next ? formatDuration(milliseconds(entry, next)) : <TimeAgo at={entry.at} />}
      </span>
    </div>
    {entry.error && (
      <p className="small step-error">
        <code>{entry.error.code}</code> {entry.error.message}
      </p>
    )}
  </li>
);

/** Timeline of a document: the duration of each stage, and its errors. */
export function Timeline({ documentId, status }: { readonly documentId: string; readonly status: string }) {
  const query = useQuery(timelineQuery(documentId, status));
  return (
    <Card title="Timeline">
      <Loaded query={query}>
        {(entries) => (
          <ol className="steps">
            {entries.map((entry, index) => (
              <Step
                key={`${entry.at} ${entry.status} ${entry.stage}`}
                entry={entry}
                next={entries[index + 1]}
              />
            ))}
          </ol>
        )}
      </Loaded>
    </Card>
  );
}
