import { Link } from '@tanstack/react-router';
import { Badge } from '../../../parts/badge.tsx';
import { DocumentLink } from '../../../parts/document-link.tsx';
import { formatBytes, shorten, shortenStart } from '../../../parts/format.ts';
import { ShownName } from '../../../parts/shown-name.tsx';
import type { Column } from '../../../parts/table.tsx';
import { reasonOf, type Upload } from './upload.ts';

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
export const uploadColumns: readonly Column<Upload>[] = [
  {
    key: 'path',
    header: 'File',
    cell: ({ path, request: { namespaceId }, state }) =>
      state.kind === 'accepted' ? (
        <DocumentLink namespaceId={namespaceId} documentId={state.documentId} name={path} />
      ) : (
        <ShownName>{path}</ShownName>
      ),
  },
  { key: 'state', header: 'State', width: '9rem', cell: (upload) => <State upload={upload} /> },
  {
    key: 'size',
    header: 'Size',
    width: '5.5rem',
    align: 'end',
    from: 'desktop',
    cell: ({ file }) => formatBytes(file.size),
  },
  { key: 'note', header: 'Note', from: 'tablet', cell: (upload) => <Note upload={upload} /> },
];
