import {
  hasRunEnded,
  type IngestJobRun,
  type IngestJobRunDocuments,
  type IngestJobRunProgress,
} from '@docfleet/sdk';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/console-fetch.ts';
import { wordsOf } from '../../parts/badge.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { column } from '../../parts/columns.tsx';
import { formatCount, formatNumber, shorten } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Back, Card, DetailPage, Fold } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { subjectOf } from '../runs/columns.tsx';
import { Cancel, ConfirmDeletion, IngestAgain, ReadFailedAgain } from './actions.tsx';
import { Failures, RunDocuments, runQuery, runRequestQuery, SourceError } from './run-documents.tsx';
import { RunProgress } from './run-progress.tsx';

/** Delay before the event stream is reopened: it ends after some minutes, and when the connection is lost. */
const reopenMs = 2_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Place {
  readonly namespaceId: string;
  readonly ingestJobRunId: string;
}

/** Follows a run until it has ended or the page is closed. */
async function follow(
  place: Place,
  onProgress: (progress: IngestJobRunProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const progress of api.runs.events(place, { signal })) {
        onProgress(progress);
        if (hasRunEnded(progress)) return;
      }
    } catch {
      // The query that runs beside the stream reports errors.
    }
    await wait(reopenMs);
  }
}

/** Loads a run with live progress: its counts from events, its documents by polling and once at the end. */
function useRun(
  namespaceId: string,
  ingestJobRunId: string,
  tenantId: string,
): UseQueryResult<IngestJobRunDocuments> {
  const queries = useQueryClient();
  const query = useQuery(runQuery(namespaceId, ingestJobRunId, tenantId));
  const isOpen = query.data !== undefined && !hasRunEnded(query.data);
  useEffect(() => {
    if (!isOpen) return;
    const { queryKey } = runQuery(namespaceId, ingestJobRunId, tenantId);
    const looking = new AbortController();
    function show({ status, errorMessage, documentCounts, updatedAt }: IngestJobRunProgress) {
      if (hasRunEnded({ status })) void queries.invalidateQueries({ queryKey });
      else
        queries.setQueryData(
          queryKey,
          (run) => run && { ...run, status, errorMessage, documentCounts, updatedAt },
        );
    }
    void follow({ namespaceId, ingestJobRunId }, show, looking.signal);
    return () => looking.abort();
  }, [queries, namespaceId, ingestJobRunId, tenantId, isOpen]);
  return query;
}

type SkippedItem = NonNullable<IngestJobRunDocuments['items']>['skippedItems'][number];

const columns: readonly Column<SkippedItem>[] = [
  column('Item', ({ name, externalId }) => shorten(name || externalId)),
  column('Reason', ({ reason }) => reason),
];

/** List of the items of a connection that a run skipped. */
function Skipped({ items }: { readonly items: IngestJobRunDocuments['items'] }) {
  if (!items || items.skippedItems.length === 0) return null;
  const { skipped, skippedItems } = items;
  const shown = skippedItems.length < skipped ? `, the first ${formatNumber(skippedItems.length)}` : '';
  return (
    <Card title={`Skipped: ${formatNumber(skipped)}${shown}`}>
      <Table
        label="Skipped items"
        columns={columns}
        rows={skippedItems}
        keyOf={({ externalId }) => externalId}
      />
    </Card>
  );
}

/** Numbers of the parts of files that are missing from the texts of a run, by kind. */
function NotReadOfRun({ notRead }: Pick<IngestJobRunDocuments, 'notRead'>) {
  if (notRead.length === 0) return null;
  return (
    <Card title="Not read">
      <ul className="stack small">
        {notRead.map(({ what, count, documents }) => (
          <li key={what}>
            <strong>{wordsOf(what)}</strong>: {formatNumber(count)} in {formatCount(documents, 'document')}
          </li>
        ))}
      </ul>
      <p className="soft small">The page of each document says where and why.</p>
    </Card>
  );
}

/** Details of the request that started a run. */
export const Request = ({ request }: { readonly request: IngestJobRun }) => {
  const { ingestConfig, syncFrequency, tenantId } = request;
  return (
    <Fold title="Request">
      <CodeBlock
        label="the request"
        text={JSON.stringify({ ingestConfig, syncFrequency, tenantId }, null, 2)}
      />
    </Fold>
  );
};

interface ActionsProps {
  readonly namespaceId: string;
  readonly run: IngestJobRunDocuments;
  readonly request: IngestJobRun | null | undefined;
}

/** Buttons for the actions on a run. Texts and files have no source to be read again. */
function Actions({ namespaceId, run, request }: ActionsProps) {
  const isOver = hasRunEnded(run);
  const source = request?.ingestConfig.source;
  const hasSource = source !== undefined && source !== 'TEXT' && source !== 'LOCAL_FILE';
  return (
    <>
      {isOver && hasSource && run.documents.failed.length > 0 && (
        <ReadFailedAgain namespaceId={namespaceId} run={run} />
      )}
      {isOver && request && <IngestAgain request={request} />}
      {!isOver && <Cancel namespaceId={namespaceId} run={run} />}
      {run.documents.completed.length > 0 && (
        <Link to="/n/$namespaceId/search" params={{ namespaceId }} className="button button-primary">
          <Icon name="search" />
          Search
        </Link>
      )}
    </>
  );
}

/** Page of one job run with live progress. */
export function Page() {
  const namespaceId = useNamespaceId();
  const { runId = '' } = useParams({ strict: false });
  const tenantId = useStore(tenant);
  const query = useRun(namespaceId, runId, tenantId);
  const { data: request } = useQuery(runRequestQuery(namespaceId, runId, tenantId));
  return (
    <DetailPage
      query={query}
      back={<Back to="/n/$namespaceId/runs" params={{ namespaceId }} label="All job runs" />}
      name={request ? subjectOf(request.ingestConfig) : 'Job run'}
      actions={(run) => <Actions namespaceId={namespaceId} run={run} request={request} />}
    >
      {(run) => (
        <>
          <RunProgress run={run} />
          {run.status === 'NEEDS_CONFIRMATION' && <ConfirmDeletion namespaceId={namespaceId} run={run} />}
          {run.errorMessage !== null && run.status !== 'NEEDS_CONFIRMATION' && (
            <SourceError message={run.errorMessage} />
          )}
          <Failures
            namespaceId={namespaceId}
            failed={run.documents.failed}
            count={run.documentCounts.failed}
          />
          <Skipped items={run.items} />
          <NotReadOfRun notRead={run.notRead} />
          <RunDocuments namespaceId={namespaceId} run={run} />
          {request && <Request request={request} />}
        </>
      )}
    </DetailPage>
  );
}
