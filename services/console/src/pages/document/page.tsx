import type { DocumentDetails, Location } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge } from '../../parts/badge.tsx';
import { shorten } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page as PageFrame } from '../../parts/page.tsx';
import { textToLocation } from '../../parts/passage-viewer/place.ts';
import { ShownName } from '../../parts/shown-name.tsx';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSearchText } from '../../use-search-text.ts';
import { Bulk } from '../documents/bulk.tsx';
import { nameOf } from '../documents/columns.tsx';
import { ChunkViewer } from './chunk-viewer.tsx';
import { documentQuery } from './document-query.ts';
import { Facts, MetadataCard } from './facts.tsx';
import { NotRead } from './not-read.tsx';
import { Original } from './original.tsx';
import { Timeline } from './timeline.tsx';
import './document.css';

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
