import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Progress } from '../../../parts/chart.tsx';
import { column, DocumentLink, ShownName } from '../../../parts/columns.tsx';
import { formatBytes, formatCount, formatNumber, shorten, shortenStart } from '../../../parts/format.ts';
import { Icon } from '../../../parts/icon.tsx';
import { Card } from '../../../parts/page.tsx';
import { type Column, Table } from '../../../parts/table.tsx';
import { useStore } from '../../../store.ts';
import { isOver, reasonOf, type Upload } from './upload.ts';
import { countUploads, listUploads, type UploadCounts } from './upload-counts.ts';
import { clearOver, isPaused, noteDocuments, pause, retryFailed, uploads } from './upload-queue.ts';
import '../ingest.css';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { Badge } from '../../../parts/badge.tsx';

const percentOf = ({ file, state }: Upload) =>
  state.kind === 'sending' ? Math.min(99, Math.floor((100 * state.sentBytes) / Math.max(1, file.size))) : 0;

function State({ upload }: { readonly upload: Upload }) {
  const { state } = upload;
  if (state.kind === 'sending')
    return (
      <span className="upload-sending">
        <progress
          value={percentOf(upload)}
          max={100}
          aria-label={`Upload of ${shortenStart(upload.path, 100)}`}
        />{' '}
        {percentOf(upload)} %
      </span>
    );
  if (state.kind === 'accepted') return <Badge state={state.status} />;
  return <Badge state={{ waiting: 'WAITING', refused: 'REJECTED', failed: 'FAILED' }[state.kind]} />;
}

/** Maximum length of a reason in a row, in characters. */
const maxReasonLength = 300;
const maxTitleLength = 2_000;

/** Note on a file: the reason of its rejection or failure, or a link to its run. */
function Note({ upload }: { readonly upload: Upload }) {
  const { request, state } = upload;
  const reason = reasonOf(upload);
  if (reason !== undefined)
    return <span title={shorten(reason, maxTitleLength)}>{shorten(reason, maxReasonLength)}</span>;
  if (state.kind !== 'accepted') return null;
  return (
    <Link to="/n/$namespaceId/runs/$runId" params={{ namespaceId: request.namespaceId, runId: state.runId }}>
      Show run
    </Link>
  );
}

/** Columns of the list of uploads. */
const uploadColumns: readonly Column<Upload>[] = [
  column('File', ({ path, request: { namespaceId }, state }) =>
    state.kind === 'accepted' ? (
      <DocumentLink namespaceId={namespaceId} documentId={state.documentId} name={path} />
    ) : (
      <ShownName>{path}</ShownName>
    ),
  ),
  column('State', (upload) => <State upload={upload} />, { width: '9rem' }),
  column('Size', ({ file }) => formatBytes(file.size), { width: '5.5rem', align: 'end', from: 'desktop' }),
  column('Note', (upload) => <Note upload={upload} />, { from: 'tablet' }),
];

const followMs = 1_500;
/** Number of documents in one request. */
const pageSize = 100;

/** Polls the documents of these uploads until all of them have ended. */
function useFollowed(namespaceId: string, uploads: readonly Upload[]): void {
  const open = uploads.flatMap((upload) =>
    upload.state.kind === 'accepted' && !isOver(upload)
      ? [{ documentId: upload.state.documentId, tenantId: upload.request.tenantId }]
      : [],
  );
  const tenantId = open[0]?.tenantId ?? null;
  const documentIds = open
    .filter((each) => each.tenantId === tenantId)
    .slice(0, pageSize)
    .map((each) => each.documentId);
  useQuery({
    queryKey: ['followed', namespaceId],
    enabled: documentIds.length > 0,
    refetchInterval: followMs,
    gcTime: 0,
    async queryFn({ signal }) {
      const request = { namespaceId, filterConfig: { documentIds }, pagination: { pageSize } };
      const { documents = [] } = await api.documents.list(request, { signal, tenantId });
      noteDocuments(documentIds, documents);
      return documents.length;
    },
  });
}

const partsOf = ({ waiting, refused, unsent, ready, failed, work }: UploadCounts) =>
  [
    { key: 'ready', label: 'searchable', value: ready, tone: 'good' },
    { key: 'failed', label: 'failed', value: failed, tone: 'bad' },
    { key: 'unsent', label: 'upload failed', value: unsent, tone: 'bad' },
    { key: 'refused', label: 'rejected', value: refused, tone: 'warn' },
    { key: 'work', label: 'processing', value: work, tone: 'busy' },
    { key: 'waiting', label: 'waiting', value: waiting, tone: 'idle' },
  ] as const;

const sentOf = ({ file, state }: Upload) =>
  state.kind === 'accepted' ? file.size : state.kind === 'sending' ? Math.min(state.sentBytes, file.size) : 0;

/** Describes the progress of all files together. */
function words(all: readonly Upload[]): string {
  const over = all.filter(isOver).length;
  if (over === all.length)
    return `${formatNumber(countUploads(all).ready)} of ${formatCount(all.length, 'file')} ${all.length === 1 ? 'is' : 'are'} searchable`;
  const sendable = all.filter(({ state }) => state.kind !== 'refused');
  const total = sendable.reduce((sum, { file }) => sum + file.size, 0);
  const sent = sendable.reduce((sum, upload) => sum + sentOf(upload), 0);
  const bytes = `${formatBytes(sent)} of ${formatBytes(total)} uploaded`;
  return `${formatNumber(over)} of ${formatCount(all.length, 'file')} done, ${bytes}`;
}

interface ActionsProps {
  readonly namespaceId: string;
  readonly counts: UploadCounts;
}

function Actions({ namespaceId, counts }: ActionsProps) {
  const isOn = useStore(isPaused);
  return (
    <span className="row">
      {counts.unsent > 0 && <Button onPress={retryFailed}>Retry failed uploads</Button>}
      {(counts.waiting > 0 || isOn) && (
        <Button onPress={() => pause(!isOn)}>{isOn ? 'Resume' : 'Pause'}</Button>
      )}
      <Button look="quiet" onPress={clearOver}>
        Clear finished
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

/** List of the reasons of failures, each shown once for all files that have it. */
function Reasons({ all }: { readonly all: readonly Upload[] }) {
  const byReason = Map.groupBy(all, reasonOf);
  byReason.delete(undefined);
  return (
    byReason.size > 0 && (
      <ul className="upload-reasons small" aria-label="What is wrong">
        {[...byReason].slice(0, maxReasons).map(([reason = '', [first, ...rest]]) => (
          <li key={reason}>
            <strong>{shorten(reason, 300)}</strong>: {shortenStart(first?.path ?? '', 100)}
            {rest.length > 0 && ` and ${formatNumber(rest.length)} more`}
          </li>
        ))}
      </ul>
    )
  );
}

/** List of the files, those that need action first; the others are shown on request. */
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
          <Button onPress={() => setWantsAll(true)}>Show all {formatCount(all.length, 'file')}</Button>
        </div>
      )}
    </>
  );
}

/** Card with the uploads of a namespace. */
export function UploadsCard({ namespaceId }: { readonly namespaceId: string }) {
  const all = useStore(uploads).filter(({ request }) => request.namespaceId === namespaceId);
  useFollowed(namespaceId, all);
  if (all.length === 0) return null;
  const counts = countUploads(all);
  return (
    <Card title="Uploads" actions={<Actions namespaceId={namespaceId} counts={counts} />}>
      <p role="status">{words(all)}</p>
      <Progress label="Files by state" parts={partsOf(counts)} />
      <Reasons all={all} />
      {counts.waiting > 0 && <p className="soft small">Keep this page open until all files are uploaded.</p>}
      <Files all={all} />
    </Card>
  );
}
