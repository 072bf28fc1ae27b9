import { type Connection, hasRunEnded, type IngestJobRun, type IngestJobRunDocuments } from '@docfleet/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Note } from '../../parts/note.tsx';
import { formatNumber } from '../../parts/numbers.ts';
import { Card } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Terms } from '../../parts/terms.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { frequencies } from '../connections/frequencies.ts';
import { syncConfigOf } from '../connections/parts-of.ts';
import { ConfirmDeletion } from '../run/confirm-deletion.tsx';
import { LeftOut } from './left-out.tsx';
import { useSync } from './use-sync.ts';

const refreshMs = 2_000;

interface PartProps {
  readonly connection: Connection;
  /** Its newest run. */
  readonly run: IngestJobRun;
}

function titleOf({ connection: { selection }, run }: PartProps): string {
  const ids = syncConfigOf(run).externalIds ?? null;
  if (ids !== null)
    return ids.length === 1 ? '1 item by its id' : `${formatNumber(ids.length)} items by their ids`;
  return selection === null ? 'Everything that the account shows' : 'What was chosen';
}

/** How far a run has come, followed until it is done. */
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
      'Being worked on': formatNumber(items?.pending ?? 0),
      'New content': formatNumber(items?.searchable ?? 0),
      Unchanged: formatNumber(items?.unchanged ?? 0),
      Failed: formatNumber(items?.failed ?? 0),
      Skipped: formatNumber(items?.skipped ?? 0),
      Deleted: formatNumber(items?.deleted ?? 0),
    }}
  />
);

function Cancel({ run: { id, namespace } }: PartProps) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.runs.cancel({ ingestJobRunId: id, namespaceId: namespace.identifier }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['runs'] }),
  });
  return (
    <Button isPending={isPending} onPress={() => mutate()}>
      Stop
    </Button>
  );
}

/** Reads the part now, or changes how often that is done: both with all that was asked of it the first time. */
function Schedule({ connection, run }: PartProps) {
  const { mutate, isPending, error } = useSync(connection);
  const order = { config: syncConfigOf(run), chunkConfig: run.ingestConfig.chunkConfig };
  return (
    <>
      <div className="part-schedule">
        <Choice
          label="Sync again"
          value={run.syncFrequency}
          options={frequencies}
          onChange={(syncFrequency) => mutate({ ...order, syncFrequency })}
        />
        <Button look="primary" isPending={isPending} onPress={() => mutate(order)}>
          <Icon name="refresh" /> Sync now
        </Button>
      </div>
      <p className="soft small">
        Another choice counts at once, and the account is read once more. “Only when asked” pauses it.
      </p>
      {error && <Problem error={error} />}
    </>
  );
}

/** A part of a connection that is read: its last run, how often, and what was left out. */
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
        <Note tone="bad" title="The account was not read to its end">
          {progress.errorMessage}
        </Note>
      )}
      {progress && <Progress progress={progress} />}
      {connection.status === 'ACTIVE' && <Schedule {...props} />}
      {progress && <LeftOut progress={progress} />}
    </Card>
  );
}
