import type { DocumentDetails, DocumentStatus, Location, TimelineEntry } from '@docfleet/sdk';
import { type ReactNode, useState } from 'react';
import { toneOf, wordsOf } from '../../parts/badge.tsx';
import { CopyButton } from '../../parts/code-block.tsx';
import { nameOf, TimeAgo } from '../../parts/columns.tsx';
import { formatBytes, formatCount, formatDuration, formatNumber, shorten } from '../../parts/format.ts';
import { Back, Card, DetailPage, Loaded } from '../../parts/page.tsx';
import './document.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Icon } from '../../parts/icon.tsx';
import { textToLocation } from '../../parts/passage-viewer/find-quote.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSearchText } from '../../use-search-text.ts';
import { Bulk } from '../documents/bulk.tsx';
import { ChunkViewer } from './chunk-viewer.tsx';
import { documentQuery, timelineQuery } from './document-query.ts';
import { Original } from './original.tsx';

const maxValueLength = 2_000;

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="fact">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const maybe = (value: number | undefined, format: (value: number) => string) =>
  value === undefined ? '–' : format(value);

const units = { PAGE: 'page', ROW: 'row', CHUNK: 'chunk' } as const;

/** Describes the progress of processing: "page 12 of 300", "40,000 rows". */
function describeProgress({ unit, done, total }: NonNullable<DocumentDetails['progress']>): string {
  const name = units[unit];
  return total === null ? formatCount(done, name) : `${name} ${formatNumber(done)} of ${formatNumber(total)}`;
}

/** Card with the properties of a document: its source, size, times and processing. */
function Facts({ document }: { readonly document: DocumentDetails }) {
  const { documentProperties: properties, embeddingConfig } = document;
  return (
    <Card title="Details">
      <dl className="facts">
        <Fact name="Source">{wordsOf(document.ingestionSource)}</Fact>
        <Fact name="Type">{properties.mimeType ?? '–'}</Fact>
        <Fact name="Size">{maybe(properties.fileSize, formatBytes)}</Fact>
        {document.progress && <Fact name="Progress">{describeProgress(document.progress)}</Fact>}
        <Fact name="Characters">{maybe(properties.characterCount, formatNumber)}</Fact>
        <Fact name="Tokens">{maybe(properties.tokenCount, formatNumber)}</Fact>
        <Fact name="Chunks">{maybe(properties.embeddingCount, formatNumber)}</Fact>
        <Fact name="Model">
          {embeddingConfig ? `${embeddingConfig.provider} ${embeddingConfig.model}` : '–'}
        </Fact>
        <Fact name="Tenant">{document.tenantId ?? '–'}</Fact>
        <Fact name="Created">
          <TimeAgo at={document.createdAt.isoString} />
        </Fact>
        <Fact name="Updated">
          <TimeAgo at={document.updatedAt.isoString} />
        </Fact>
        <Fact name="Id">
          <code>{document.id}</code> <CopyButton text={document.id} label="Copy id" />
        </Fact>
        <Fact name="External id">
          <span className="clamped">{shorten(document.externalId, maxValueLength)}</span>
        </Fact>
      </dl>
    </Card>
  );
}

const shown = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value));

/** Card with the metadata of a document. */
function MetadataCard({ document }: { readonly document: DocumentDetails }) {
  const entries = Object.entries(document.metadata);
  return (
    <Card title="Metadata">
      {entries.length === 0 ? (
        <p className="soft">None. Lists and searches can be filtered by metadata.</p>
      ) : (
        <dl className="facts">
          {entries.map(([name, value]) => (
            <Fact key={name} name={name}>
              <span className="clamped">{shorten(shown(value), maxValueLength)}</span>
            </Fact>
          ))}
        </dl>
      )}
    </Card>
  );
}

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
        {next ? `for ${formatDuration(milliseconds(entry, next))}` : <TimeAgo at={entry.at} />}
      </span>
    </div>
    {entry.error && (
      <p className="small step-error">
        {/* The reason of the last failure stands above, whole. */}
        <code>{entry.error.code}</code> {(next || entry.status !== 'FAILED') && entry.error.message}
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
  const params = { namespaceId };
  return (
    <DetailPage
      query={query}
      back={<Back to="/n/$namespaceId/documents" params={params} label="All documents" />}
      name={query.data ? shorten(nameOf(query.data), maxTitleLength) : 'Document'}
      state={query.data?.ingestionStatus}
      actions={({ ingestionSource }) => (
        <>
          {ingestionSource === 'LOCAL_FILE' && <Replace namespaceId={namespaceId} documentId={documentId} />}
          <Bulk
            namespaceId={namespaceId}
            documentIds={[documentId]}
            hasSource={!sent.has(ingestionSource)}
            onDelete={() => navigate({ to: '/n/$namespaceId/documents', params })}
          />
        </>
      )}
    >
      {(document) => <Content document={document} />}
    </DetailPage>
  );
}
