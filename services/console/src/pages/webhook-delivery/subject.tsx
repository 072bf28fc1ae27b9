import type { WebhookDeliveryDetail } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { DocumentLink } from '../../parts/document-link.tsx';
import { formatNumber } from '../../parts/format.ts';
import { nameOf } from '../documents/columns.tsx';

/** Maximum number of documents that are listed: an event may have about a thousand. */
const maxNamedDocuments = 5;

const idsOf = ({ data }: WebhookDeliveryDetail): readonly string[] =>
  [data['documentIds']].flat().filter((id) => typeof id === 'string');

/** List of the documents by their names; deleted ones by their ids. */
function Documents({
  namespaceId,
  documentIds,
}: {
  readonly namespaceId: string;
  readonly documentIds: readonly string[];
}) {
  const named = documentIds.slice(0, maxNamedDocuments);
  const { data } = useQuery({
    queryKey: ['documents', 'named', namespaceId, ...named],
    queryFn: ({ signal }) =>
      api.documents.list({ namespaceId, filterConfig: { documentIds: named } }, { signal }),
  });
  const byId = new Map(data?.documents?.map((document) => [document.id, nameOf(document)]));
  const others = documentIds.length - named.length;
  return (
    <>
      {named.map((documentId) => {
        const name = byId.get(documentId);
        return (
          <div key={documentId}>
            {name === undefined ? (
              <code>{documentId}</code>
            ) : (
              <DocumentLink namespaceId={namespaceId} documentId={documentId} name={name} />
            )}
          </div>
        );
      })}
      {others > 0 && <div>and {formatNumber(others)} more</div>}
    </>
  );
}

/** Returns the documents and the run of a delivery, as named values. */
export function subjectOf(delivery: WebhookDeliveryDetail) {
  const { namespaceId, data } = delivery;
  const documentIds = idsOf(delivery);
  const runId = data['ingestJobRunId'];
  return {
    ...(documentIds.length > 0 && {
      Documents: <Documents namespaceId={namespaceId} documentIds={documentIds} />,
    }),
    ...(typeof runId === 'string' && {
      'Job run': (
        <Link to="/n/$namespaceId/runs/$runId" params={{ namespaceId, runId }}>
          Show the run
        </Link>
      ),
    }),
  };
}
