import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { formatBytes, formatNumber } from '../../../parts/numbers.ts';
import { Card } from '../../../parts/page.tsx';
import { Progress } from '../../../parts/progress.tsx';
import { shorten } from '../../../parts/shorten.ts';
import { Table } from '../../../parts/table.tsx';
import { useStore } from '../../../store.ts';
import { isOver, reasonOf, type Upload } from './upload.ts';
import { uploadColumns } from './upload-cells.tsx';
import { countUploads, listUploads, type UploadCounts } from './upload-counts.ts';
import { clearOver, isPaused, pause, retryFailed, uploads } from './upload-queue.ts';
import { useFollowed } from './use-followed.ts';
import './uploads-card.css';

const partsOf = ({ waiting, refused, unsent, ready, failed, work }: UploadCounts) =>
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

/** How far all files are, as one thing. */
function words(all: readonly Upload[]): string {
  const over = all.filter(isOver).length;
  if (over === all.length)
    return `${formatNumber(countUploads(all).ready)} of ${formatNumber(all.length)} files are ready to be searched`;
  const sendable = all.filter(({ state }) => state.kind !== 'refused');
  const total = sendable.reduce((sum, { file }) => sum + file.size, 0);
  const sent = sendable.reduce((sum, upload) => sum + sentOf(upload), 0);
  const bytes = `${formatBytes(sent)} of ${formatBytes(total)} sent`;
  return `${formatNumber(over)} of ${formatNumber(all.length)} files done so far, ${bytes}`;
}

interface ActionsProps {
  readonly namespaceId: string;
  readonly counts: UploadCounts;
}

function Actions({ namespaceId, counts }: ActionsProps) {
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
      {counts.ready > 0 && (
        <Link to="/n/$namespaceId/search" params={{ namespaceId }} className="button button-primary">
          <Icon name="search" /> Search
        </Link>
      )}
    </span>
  );
}

const maxReasons = 8;

/** What is wrong, said once however many files it is wrong with. */
function Reasons({ all }: { readonly all: readonly Upload[] }) {
  const byReason = Map.groupBy(all, reasonOf);
  byReason.delete(undefined);
  return (
    byReason.size > 0 && (
      <ul className="upload-reasons small" aria-label="What is wrong">
        {[...byReason].slice(0, maxReasons).map(([reason = '', [first, ...rest]]) => (
          <li key={reason}>
            <strong>{shorten(reason, 300)}</strong>: {first?.path.slice(-100)}
            {rest.length > 0 && ` and ${formatNumber(rest.length)} more`}
          </li>
        ))}
      </ul>
    )
  );
}

/** The files, those first about which there is something to do; of many, the others when they are asked for. */
function Files({ all }: { readonly all: readonly Upload[] }) {
  const [wantsAll, setWantsAll] = useState(false);
  const listed = listUploads(all, wantsAll);
  return (
    <>
      {listed.length > 0 && (
        <Table
          label="Files"
          columns={uploadColumns}
          rows={listed}
          keyOf={({ id }) => id}
          nameOf={({ path }) => path}
        />
      )}
      {listed.length < all.length && (
        <div className="row">
          <Button onPress={() => setWantsAll(true)}>Show all {formatNumber(all.length)} files</Button>
        </div>
      )}
    </>
  );
}

/** The files that were dropped for a namespace: what is being sent, and what became of the rest. */
export function UploadsCard({ namespaceId }: { readonly namespaceId: string }) {
  const all = useStore(uploads).filter(({ request }) => request.namespaceId === namespaceId);
  useFollowed(namespaceId, all);
  if (all.length === 0) return null;
  const counts = countUploads(all);
  return (
    <Card title="Your files" actions={<Actions namespaceId={namespaceId} counts={counts} />}>
      <p role="status">{words(all)}</p>
      <Progress label="Files by state" parts={partsOf(counts)} />
      <Reasons all={all} />
      {counts.waiting > 0 && <p className="soft small">Keep this page open until all are sent.</p>}
      <Files all={all} />
    </Card>
  );
}
