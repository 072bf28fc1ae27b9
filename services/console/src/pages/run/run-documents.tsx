import './failures.css';
import {
  type Document,
  type DocumentOutcome,
  hasRunEnded,
  type IngestJobRun,
  type IngestJobRunDocuments,
} from '@docfleet/sdk';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { column, DocumentLink, nameOf, numberColumn, stateColumn } from '../../parts/columns.tsx';
import { formatCount, formatNumber, shorten } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Card, Loaded } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { totalOf } from './run-progress.tsx';

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

/** Maximum number of documents that are loaded by their ids at once. */
const maxDocumentIds = 100;

/** Loads the documents with the first 100 of these ids, again whenever `version` changes. */
const documentsByIdQuery = (namespaceId: string, ids: readonly string[], version = '') =>
  queryOptions({
    queryKey: ['documents', namespaceId, 'by-id', ids.slice(0, maxDocumentIds), version],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const filterConfig = { documentIds: ids.slice(0, maxDocumentIds) };
      const pagination = { pageSize: maxDocumentIds };
      const { documents } = await api.documents.list({ namespaceId, filterConfig, pagination }, { signal });
      return documents ?? [];
    },
  });

/** Interval of polling. Events report the changes in between, but not the documents. */
const followMs = 4_000;

/** Loads a run with its documents, repeatedly until it has ended. */
export const runQuery = (namespaceId: string, ingestJobRunId: string, tenantId: string) =>
  queryOptions({
    queryKey: ['runs', namespaceId, tenantId, 'one', ingestJobRunId],
    queryFn: ({ signal }) => api.runs.get({ namespaceId, ingestJobRunId }, { signal }),
    refetchInterval: ({ state }) => (state.data && hasRunEnded(state.data) ? false : followMs),
  });

/** Loads the request of a run; null for a run that does not exist. */
export const runRequestQuery = (namespaceId: string, ingestJobRunId: string, tenantId: string) =>
  queryOptions({
    queryKey: ['run-request', namespaceId, tenantId, ingestJobRunId],
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }): Promise<IngestJobRun | null> {
      const { ingestJobRuns } = await api.runs.list(
        { namespaceId, ingestJobRunIds: [ingestJobRunId] },
        { signal },
      );
      return ingestJobRuns[0] ?? null;
    },
  });

const columns: readonly Column<Document>[] = [
  column('Name', (row) => (
    <DocumentLink namespaceId={row.namespace.identifier} documentId={row.id} name={nameOf(row)} />
  )),
  stateColumn('Status', (row) => row.ingestionStatus, { width: '8.5rem' }),
  numberColumn('Chunks', (row) => row.documentProperties.embeddingCount, { from: 'tablet' }),
  numberColumn('Tokens', (row) => row.documentProperties.tokenCount, { from: 'desktop' }),
];

/** List of the documents of a run: those in processing first, then failed, completed, queued and canceled ones. */
export function RunDocuments({
  namespaceId,
  run,
}: {
  readonly namespaceId: string;
  readonly run: IngestJobRunDocuments;
}) {
  const { processing, completed, queued, cancelled, failed } = run.documents;
  const ids = [processing, failed, completed, queued, cancelled].flat().map(({ id }) => id);
  const query = useQuery(documentsByIdQuery(namespaceId, ids, JSON.stringify(run.documentCounts)));
  if (ids.length === 0) return null;
  const total = totalOf(run.documentCounts);
  const shown =
    total > maxDocumentIds ? `Documents: the first ${maxDocumentIds} of ${formatNumber(total)}` : 'Documents';
  return (
    <Card title={shown}>
      <Loaded query={query}>
        {(rows) => (
          <Table label="Documents of the run" columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </Loaded>
    </Card>
  );
}
