import { Button } from '../../../parts/button.tsx';
import { formatBytes, formatNumber } from '../../../parts/numbers.ts';
import { Card } from '../../../parts/page.tsx';
import { Progress } from '../../../parts/progress.tsx';
import { shorten } from '../../../parts/shorten.ts';
import { Table } from '../../../parts/table.tsx';
import { useStore } from '../../../store.ts';
import { isHere, isOver, reasonOf, type Upload } from './upload.ts';
import { uploadColumns } from './upload-cells.tsx';
import { clearOver, isPaused, pause, retryFailed, uploads } from './upload-queue.ts';
import { useFollowed } from './use-followed.ts';
import './uploads-card.css';

function countsOf(all: readonly Upload[]) {
  const count = (matches: (upload: Upload) => boolean) => all.filter(matches).length;
  const hasStatus = (status: string) => (upload: Upload) =>
    upload.state.kind === 'accepted' && upload.state.status === status;
  return {
    waiting: count(isHere),
    refused: count(({ state }) => state.kind === 'refused'),
    unsent: count(({ state }) => state.kind === 'failed'),
    ready: count(hasStatus('SUCCESS')),
    failed: count(hasStatus('FAILED')) + count(hasStatus('CANCELLED')),
    work: count((upload) => upload.state.kind === 'accepted' && !isOver(upload)),
  };
}

type Counts = ReturnType<typeof countsOf>;

const partsOf = ({ waiting, refused, unsent, ready, failed, work }: Counts) =>
  [
    { key: 'ready', label: 'ready to be searched', value: ready, tone: 'good' },
    { key: 'failed', label: 'could not be read', value: failed, tone: 'bad' },
    { key: 'unsent', label: 'could not be sent', value: unsent, tone: 'bad' },
    { key: 'refused', label: 'not sent', value: refused, tone: 'warn' },
    { key: 'work', label: 'in work', value: work, tone: 'busy' },
    { key: 'waiting', label: 'to be sent', value: waiting, tone: 'idle' },
  ] as const;

const sentOf = ({ file, state }: Upload) =>
  state.kind === 'accepted' ? file.size : state.kind === 'sending' ? Math.min(state.sentBytes, file.size) : 0;

/** How much of what can be sent is sent. */
function words(all: readonly Upload[]): string {
  const sendable = all.filter(({ state }) => state.kind !== 'refused');
  const total = sendable.reduce((sum, { file }) => sum + file.size, 0);
  const sent = sendable.reduce((sum, upload) => sum + sentOf(upload), 0);
  return `${formatNumber(all.length)} files, ${formatBytes(sent)} of ${formatBytes(total)} sent`;
}

function Actions({ counts }: { readonly counts: Counts }) {
  const isOn = useStore(isPaused);
  return (
    <span className="row">
      {counts.unsent > 0 && <Button onPress={retryFailed}>Send the failed again</Button>}
      {(counts.waiting > 0 || isOn) && (
        <Button onPress={() => pause(!isOn)}>{isOn ? 'Go on' : 'Pause'}</Button>
      )}
      <Button look="quiet" onPress={clearOver}>
        Clear what is done
      </Button>
    </span>
  );
}

const mostReasons = 8;

/** What is wrong, said once however many files it is wrong with. */
function Reasons({ all }: { readonly all: readonly Upload[] }) {
  const byReason = Map.groupBy(all, reasonOf);
  byReason.delete(undefined);
  return (
    byReason.size > 0 && (
      <ul className="upload-reasons small" aria-label="What is wrong">
        {[...byReason].slice(0, mostReasons).map(([reason = '', [first, ...rest]]) => (
          <li key={reason}>
            <strong>{shorten(reason, 300)}</strong>: {first?.path.slice(-100)}
            {rest.length > 0 && ` and ${formatNumber(rest.length)} more`}
          </li>
        ))}
      </ul>
    )
  );
}

/** The files that were dropped for a namespace: what is being sent, and what became of the rest. */
export function UploadsCard({ namespaceId }: { readonly namespaceId: string }) {
  const all = useStore(uploads).filter(({ request }) => request.namespaceId === namespaceId);
  useFollowed(namespaceId, all);
  if (all.length === 0) return null;
  const counts = countsOf(all);
  return (
    <Card title="Your files" actions={<Actions counts={counts} />}>
      <p role="status">{words(all)}</p>
      <Progress label="Files by state" parts={partsOf(counts)} />
      <Reasons all={all} />
      {counts.waiting > 0 && <p className="soft small">Keep this page open until all are sent.</p>}
      <Table
        label="Files"
        columns={uploadColumns}
        rows={all}
        keyOf={({ id }) => id}
        nameOf={({ path }) => path}
      />
    </Card>
  );
}
