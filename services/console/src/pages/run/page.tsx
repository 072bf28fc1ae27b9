import { hasRunEnded, type IngestJobRun, type IngestJobRunDocuments } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { tenant } from '../../api/tenant.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Fold, Page as PageFrame } from '../../parts/page.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { subjectOf } from '../runs/subject-of.ts';
import { Cancel, IngestAgain, ReadFailedAgain } from './actions.tsx';
import { ConfirmDeletion } from './confirm-deletion.tsx';
import { Failures, SourceError } from './failures.tsx';
import { NotReadOfRun } from './not-read-of-run.tsx';
import { RunDocuments } from './run-documents.tsx';
import { RunProgress } from './run-progress.tsx';
import { runRequestQuery } from './run-query.ts';
import { Skipped } from './skipped.tsx';
import { useRun } from './use-run.ts';

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
  const { data: run } = query;
  const title = request ? subjectOf(request.ingestConfig) : 'Job run';
  return (
    <PageFrame
      title={
        <span className="row">
          <Link to="/n/$namespaceId/runs" params={{ namespaceId }} aria-label="All job runs">
            <Icon name="back" />
          </Link>
          <span className="run-title">{title}</span>
        </span>
      }
      tab={title}
      actions={run && <Actions namespaceId={namespaceId} run={run} request={request} />}
    >
      <Loaded query={query} rows={6}>
        {(current) => (
          <>
            <RunProgress run={current} />
            {current.status === 'NEEDS_CONFIRMATION' && (
              <ConfirmDeletion namespaceId={namespaceId} run={current} />
            )}
            {current.errorMessage !== null && current.status !== 'NEEDS_CONFIRMATION' && (
              <SourceError message={current.errorMessage} />
            )}
            <Failures
              namespaceId={namespaceId}
              failed={current.documents.failed}
              count={current.documentCounts.failed}
            />
            <Skipped items={current.items} />
            <NotReadOfRun notRead={current.notRead} />
            <RunDocuments namespaceId={namespaceId} run={current} />
            {request && <Request request={request} />}
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}
