import './failures.css';
import type { DocumentOutcome } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { DocumentLink } from '../../parts/document-link.tsx';
import { formatCount, formatNumber, shorten } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Card } from '../../parts/page.tsx';
import { nameOf } from '../documents/columns.tsx';
import { documentsByIdQuery } from './run-query.ts';

/** Maximum number of reasons that are shown; the list of documents shows all. */
const maxGroups = 20;
const maxNames = 8;

/** Advice on the error of a document. All documents of a group have the same error. */
function Advice({ documentId }: { readonly documentId: string }) {
  const { data } = useQuery({
    queryKey: ['document', documentId, 'advice'],
    queryFn: async ({ signal }) => (await api.documents.get({ documentId }, { signal })).document,
  });
  return data?.advice && <p>{data.advice}</p>;
}

function Names({
  namespaceId,
  documentIds,
}: {
  readonly namespaceId: string;
  readonly documentIds: readonly string[];
}) {
  const { data = [] } = useQuery(documentsByIdQuery(namespaceId, documentIds.slice(0, maxNames)));
  const more = documentIds.length - data.length;
  return (
    <ul className="row small">
      {data.map((document) => (
        <li key={document.id}>
          <DocumentLink namespaceId={namespaceId} documentId={document.id} name={nameOf(document)} />
        </li>
      ))}
      {data.length > 0 && more > 0 && <li className="soft">and {formatNumber(more)} more</li>}
    </ul>
  );
}

const Failure = ({ namespaceId, group }: { readonly namespaceId: string; readonly group: FailureGroup }) => (
  <li className="run-failure">
    <Icon name="warning" />
    <div className="run-failure-words">
      <strong>{shorten(group.error, 1_000)}</strong>
      {group.documentIds[0] !== undefined && <Advice documentId={group.documentIds[0]} />}
      <Names namespaceId={namespaceId} documentIds={group.documentIds} />
    </div>
    {group.documentIds.length > 1 && (
      <span className="run-failure-count">{formatCount(group.documentIds.length, 'document')}</span>
    )}
  </li>
);

interface FailuresProps {
  readonly namespaceId: string;
  readonly failed: readonly DocumentOutcome[];
  /** Number of failed documents, which may be larger than the list. */
  readonly count: number;
}

/** List of the reasons of failed documents, with advice. */
export function Failures({ namespaceId, failed, count }: FailuresProps) {
  if (failed.length === 0) return null;
  const groups = groupFailures(failed).slice(0, maxGroups);
  return (
    <Card
      title={`Failed: ${formatNumber(count)}`}
      actions={
        <Link to="/n/$namespaceId/documents" params={{ namespaceId }} search={{ status: 'FAILED' }}>
          All failed documents
        </Link>
      }
    >
      <ul className="run-failures">
        {groups.map((group) => (
          <Failure key={group.error} namespaceId={namespaceId} group={group} />
        ))}
      </ul>
    </Card>
  );
}

/** Notice of the reason why the source itself could not be read. */
export const SourceError = ({ message }: { readonly message: string }) => (
  <div className="run-failure" role="alert">
    <Icon name="warning" />
    <div className="run-failure-words">
      <strong>The source could not be read</strong>
      <p>{shorten(message, 2_000)}</p>
    </div>
  </div>
);

/** Documents that failed for the same reason. */
interface FailureGroup {
  readonly error: string;
  readonly documentIds: readonly string[];
}

/** Groups the documents that failed for the same reason, the most frequent first. */
function groupFailures(failed: readonly DocumentOutcome[]): FailureGroup[] {
  const byError = Map.groupBy(failed, ({ error }) => error ?? 'Failed without a reason');
  return [...byError]
    .map(([error, documents]) => ({ error, documentIds: documents.map(({ id }) => id) }))
    .toSorted((a, b) => b.documentIds.length - a.documentIds.length);
}
