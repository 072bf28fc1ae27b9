import { type Connection, hasRunEnded, type IngestJobRun, type IngestJobRunDocuments } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { Action } from '../../parts/action.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { column, ShownName, TimeAgo } from '../../parts/columns.tsx';
import { Choice } from '../../parts/fields.tsx';
import { formatCount, formatNumber } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Card, Note, Terms } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useNamespaceId } from '../../use-namespace.ts';
import { frequencies } from '../connections/connectors.ts';
import { syncConfigOf } from '../connections/parts-of.ts';
import { ConfirmDeletion } from '../run/actions.tsx';
import { useSync } from './sync-dialog.tsx';

type Items = NonNullable<IngestJobRunDocuments['items']>;
type Item = Items['skippedItems'][number];
type Failed = IngestJobRunDocuments['documents']['failed'][number];

const itemColumns: readonly Column<Item>[] = [
  column('Item', ({ name, externalId }) => (
    <span title={externalId}>
      <ShownName>{name}</ShownName>
    </span>
  )),
  column('Reason', ({ reason }) => reason),
];

const countOf = (all: number, what: string, shown: number) =>
  `${formatNumber(all)} ${what}${all > shown ? `, showing the first ${shown}` : ''}`;

/** List of the items that were skipped, each with its reason. */
const Skipped = ({ items: { skipped, skippedItems } }: { readonly items: Items }) =>
  skipped > 0 && (
    <details>
      <summary>{countOf(skipped, 'skipped', skippedItems.length)}</summary>
      <Table
        label="Skipped items"
        columns={itemColumns}
        rows={skippedItems}
        keyOf={({ externalId }) => externalId}
      />
    </details>
  );

/** List of the documents that failed; each links to its details. */
function FailedDocuments({ progress }: { readonly progress: IngestJobRunDocuments }) {
  const namespaceId = useNamespaceId();
  const { documents, documentCounts } = progress;
  const columns: readonly Column<Failed>[] = [
    column('Reason', ({ id, error }) => (
      <Link to="/n/$namespaceId/documents/$documentId" params={{ namespaceId, documentId: id }}>
        {error ?? id}
      </Link>
    )),
  ];
  if (documentCounts.failed === 0) return null;
  return (
    <details>
      <summary>{countOf(documentCounts.failed, 'failed', documents.failed.length)}</summary>
      <Table label="Failed documents" columns={columns} rows={documents.failed} keyOf={({ id }) => id} />
    </details>
  );
}

/** Lists of the items of a run that are not searchable: skipped items and failed documents, with their reasons. */
const LeftOut = ({ progress }: { readonly progress: IngestJobRunDocuments }) => (
  <>
    <FailedDocuments progress={progress} />
    {progress.items && <Skipped items={progress.items} />}
  </>
);

const refreshMs = 2_000;

interface PartProps {
  readonly connection: Connection;
  /** Newest run of the part. */
  readonly run: IngestJobRun;
}

function titleOf({ connection: { selection }, run }: PartProps): string {
  const ids = syncConfigOf(run).externalIds ?? null;
  if (ids !== null) return `${formatCount(ids.length, 'item')} by id`;
  return selection === null ? 'Everything in the account' : 'The selected files';
}

/** Loads the progress of a run, every two seconds until the run has ended. */
const useProgress = ({ connection: { namespace }, run: { id, status } }: PartProps) =>
  useQuery({
    queryKey: ['runs', 'one', id, status],
    queryFn: ({ signal }) =>
      api.runs.get({ ingestJobRunId: id, namespaceId: namespace.identifier }, { signal }),
    refetchInterval: ({ state }) => (state.data && hasRunEnded(state.data) ? false : refreshMs),
  });

const Progress = ({ progress: { items } }: { readonly progress: IngestJobRunDocuments }) => (
  <Terms
    terms={{
      'Items found': formatNumber(items?.found ?? 0),
      Processing: formatNumber(items?.pending ?? 0),
      'New content': formatNumber(items?.searchable ?? 0),
      Unchanged: formatNumber(items?.unchanged ?? 0),
      Failed: formatNumber(items?.failed ?? 0),
      Skipped: formatNumber(items?.skipped ?? 0),
      Deleted: formatNumber(items?.deleted ?? 0),
    }}
  />
);

const Cancel = ({ run: { id, namespace } }: PartProps) => (
  <Action
    label="Stop"
    run={() => api.runs.cancel({ ingestJobRunId: id, namespaceId: namespace.identifier })}
  />
);

/** Syncs the part now, or changes its schedule; both keep the settings of the first sync. */
function Schedule({ connection, run }: PartProps) {
  const { mutate, isPending, error } = useSync(connection);
  const order = { config: syncConfigOf(run), chunkConfig: run.ingestConfig.chunkConfig };
  return (
    <>
      <div className="part-schedule">
        <Choice
          label="Schedule"
          value={run.syncFrequency}
          options={frequencies}
          onChange={(syncFrequency) => mutate({ ...order, syncFrequency })}
        />
        <Button look="primary" isPending={isPending} onPress={() => mutate(order)}>
          <Icon name="refresh" /> Sync now
        </Button>
      </div>
      <p className="soft small">
        The change takes effect at once and starts a sync. “Manually” pauses the schedule.
      </p>
      {error && <Problem error={error} />}
    </>
  );
}

/** Notice that a part was not read completely. While its listing is under way, it says that the vendor is tried again. */
const Trouble = ({ status, children }: { readonly status: string; readonly children: string }) =>
  status === 'PRE_PROCESSING' ? (
    <Note tone="warn" title="The account cannot be read now: it is tried again">
      {children}
    </Note>
  ) : (
    <Note tone="bad" title="The account was not read completely">
      {children}
    </Note>
  );

/** Card of a synced part: its last run, its schedule, and the items that were skipped. */
export function PartCard(props: PartProps) {
  const { connection, run } = props;
  const { data: progress } = useProgress(props);
  const isDone = hasRunEnded(progress ?? run);
  return (
    <Card title={titleOf(props)} actions={!isDone && <Cancel {...props} />}>
      <p className="row">
        <Badge state={progress?.status ?? run.status} />
        <span className="soft">
          <TimeAgo at={run.createdAt.isoString} />
        </span>
      </p>
      {progress?.status === 'NEEDS_CONFIRMATION' && (
        <ConfirmDeletion namespaceId={connection.namespace.identifier} run={progress} />
      )}
      {progress && progress.errorMessage !== null && progress.status !== 'NEEDS_CONFIRMATION' && (
        <Trouble status={progress.status}>{progress.errorMessage}</Trouble>
      )}
      {progress && <Progress progress={progress} />}
      {connection.status === 'ACTIVE' && <Schedule {...props} />}
      {progress && <LeftOut progress={progress} />}
    </Card>
  );
}
