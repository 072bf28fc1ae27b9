import type { DocumentDetails, DocumentStatus, Location, TimelineEntry } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge, toneOf, wordsOf } from '../../parts/badge.tsx';
import { formatNumber, shorten } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Card, Page as PageFrame } from '../../parts/page.tsx';
import { textToLocation } from '../../parts/passage-viewer/place.ts';
import { ShownName } from '../../parts/shown-name.tsx';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSearchText } from '../../use-search-text.ts';
import { Bulk } from '../documents/bulk.tsx';
import { nameOf } from '../documents/columns.tsx';
import { ChunkViewer } from './chunk-viewer.tsx';
import { documentQuery, timelineQuery } from './document-query.ts';
import { Facts, MetadataCard } from './facts.tsx';
import { Original } from './original.tsx';
import './document.css';
import './not-read.css';
import { TimeAgo } from '../../parts/time-ago.tsx';
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
function Timeline({ documentId, status }: { readonly documentId: string; readonly status: string }) {
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

type Part = DocumentDetails['notRead'][number];

const countOf = ({ count }: Part) => (count > 1 ? ` × ${formatNumber(count)}` : '');

/** List of the parts of a file that are missing from the document's text, each with its place and reason. */
function NotRead({ notRead }: Pick<DocumentDetails, 'notRead'>) {
  if (notRead.length === 0) return null;
  return (
    <Card title="Not read">
      <ul className="not-read">
        {notRead.map((part) => (
          <li key={`${part.what} ${part.where} ${part.why}`}>
            <strong>
              {wordsOf(part.what)}
              {countOf(part)}
            </strong>
            <span className="not-read-reason">
              {part.where !== null && <span className="soft">{part.where}: </span>}
              {part.why}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Maximum length of a document's name in the title, in characters. */
const maxTitleLength = 200;
const maxTextLength = 2_000;

/** Sources of uploaded documents, which the service cannot read again. */
const sent: ReadonlySet<string> = new Set(['TEXT', 'LOCAL_FILE']);

/** Notice with the cause of a document's failure, and advice. */
const Failure = ({
  document: { ingestionError, errorCode, advice },
}: {
  readonly document: DocumentDetails;
}) =>
  ingestionError && (
    <section className="failure" aria-label="Why it failed">
      <Icon name="warning" />
      <div>
        <strong className="clamped">{shorten(ingestionError, maxTextLength)}</strong>
        {advice && <p>{advice}</p>}
        {errorCode && <code className="small">{errorCode}</code>}
      </div>
    </section>
  );

/** Drop area for a file that replaces the document's content. */
const Replace = ({
  namespaceId,
  documentId,
}: {
  readonly namespaceId: string;
  readonly documentId: string;
}) => (
  <Link
    to="/n/$namespaceId/ingest"
    params={{ namespaceId }}
    search={{ from: 'files', replace: documentId }}
    className="button"
  >
    <Icon name="ingest" /> Replace
  </Link>
);

function Content({ document }: { readonly document: DocumentDetails }) {
  const { id, ingestionStatus: status } = document;
  const [at] = useSearchText('at');
  const [passage] = useSearchText('passage');
  const [quote] = useSearchText('quote');
  const [location, setLocation] = useState<Location | undefined>(() => textToLocation(at));
  return (
    <>
      <Failure document={document} />
      <div className="document-cards">
        <Timeline documentId={id} status={status} />
        <div className="stack">
          <Facts document={document} />
          <NotRead notRead={document.notRead} />
          <MetadataCard document={document} />
        </div>
      </div>
      <div className="document-panes">
        <ChunkViewer documentId={id} status={status} onLocate={setLocation} />
        <Original
          document={document}
          location={location}
          quote={quote}
          isTarget={at !== '' && (passage === '' || quote !== '')}
        />
      </div>
    </>
  );
}

/** Page of one document: its source, its errors, its original and its searchable text. */
export function Page() {
  const namespaceId = useNamespaceId();
  const { documentId = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const query = useQuery(documentQuery(documentId));
  const { data: document } = query;
  const goBack = () => void navigate({ to: '/n/$namespaceId/documents', params: { namespaceId } });
  const name = document ? shorten(nameOf(document), maxTitleLength) : 'Document';
  return (
    <PageFrame
      title={
        <span className="row">
          <Link to="/n/$namespaceId/documents" params={{ namespaceId }} aria-label="All documents">
            <Icon name="back" />
          </Link>
          <span className="document-name">
            <ShownName>{name}</ShownName>
          </span>
          {document && <Badge state={document.ingestionStatus} />}
        </span>
      }
      tab={name}
      actions={
        document && (
          <>
            {document.ingestionSource === 'LOCAL_FILE' && (
              <Replace namespaceId={namespaceId} documentId={documentId} />
            )}
            <Bulk
              namespaceId={namespaceId}
              documentIds={[documentId]}
              hasSource={!sent.has(document.ingestionSource)}
              onDelete={goBack}
            />
          </>
        )
      }
    >
      <Loaded query={query} rows={10}>
        {(loaded) => <Content document={loaded} />}
      </Loaded>
    </PageFrame>
  );
}
