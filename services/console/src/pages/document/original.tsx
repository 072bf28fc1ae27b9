import type { DocumentDetails, Location } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { formatBytes, shorten } from '../../parts/format.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Card } from '../../parts/page.tsx';
import { Marks } from '../../parts/passage-viewer/marks.tsx';
import { PassageViewer } from '../../parts/passage-viewer/passage-viewer.tsx';
import { nameOf } from '../documents/columns.tsx';
import './original.css';

/** Larger files are not fetched to be looked at. */
const maxBytes = 25_000_000;
/** As much of a text as is shown. */
const maxCharacters = 200_000;

type Kind = 'image' | 'pdf' | 'text' | undefined;

/** How a file can be shown. Pictures that may hold scripts and pages of the web are texts here. */
function kindOf(mimeType: string): Kind {
  if (/^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(mimeType)) return 'image';
  if (mimeType === 'application/pdf') return 'pdf';
  if (/^text\/|[/+](json|xml)$|^application\/(javascript|x-yaml)$/.test(mimeType)) return 'text';
  return undefined;
}

const rawQuery = (documentId: string, revision: string) => ({
  queryKey: ['document', documentId, 'raw', revision],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.documents.content({ documentId, format: 'raw' }, { signal })).blob(),
  // As large as the file: not cached when it is not shown.
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The address of a blob, valid while the page shows it. The type is ours: with the type of the file it could be a page with scripts. */
function useBlobUrl(blob: Blob, type: string): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([blob], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob, type]);
  return url;
}

interface PictureProps {
  readonly blob: Blob;
  readonly mimeType: string;
  readonly name: string;
  readonly location: Location | undefined;
}

/** A picture with the passage highlighted; its areas are in pixels of the picture. */
function Picture({ blob, mimeType, name, location }: PictureProps) {
  const url = useBlobUrl(blob, mimeType);
  const [size, setSize] = useState<{ width: number; height: number }>();
  return (
    <div className="original-image">
      <img
        src={url}
        alt={name}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          setSize({ width, height })
        }
      />
      {size && <Marks boxes={location?.boxes ?? []} {...size} />}
    </div>
  );
}

function Text({ blob, name }: { readonly blob: Blob; readonly name: string }) {
  const [text, setText] = useState('');
  useEffect(() => {
    let isCurrent = true;
    // UTF-8 has up to four bytes a character.
    void blob
      .slice(0, 4 * maxCharacters)
      .text()
      .then((whole) => isCurrent && setText(whole.slice(0, maxCharacters)));
    return () => {
      isCurrent = false;
    };
  }, [blob]);
  return <textarea className="original-text" readOnly aria-label={name} value={text} spellCheck={false} />;
}

interface PreviewProps {
  readonly document: DocumentDetails;
  readonly kind: Exclude<Kind, undefined>;
  readonly mimeType: string;
  readonly location: Location | undefined;
  readonly quote: string;
  readonly isTarget: boolean;
}

/** A picture or text, which is fetched whole. */
function WholePreview({ document, kind, mimeType, location }: PreviewProps) {
  const query = useQuery(rawQuery(document.id, document.updatedAt.isoString));
  const name = `Original of ${shorten(nameOf(document), 100)}`;
  return (
    <Loaded query={query} rows={6}>
      {(blob) =>
        kind === 'image' ? (
          <Picture blob={blob} mimeType={mimeType} name={name} location={location} />
        ) : (
          <Text blob={blob} name={name} />
        )
      }
    </Loaded>
  );
}

/** A PDF is fetched as far as its pages are looked at. */
function Preview(props: PreviewProps) {
  const { document, kind, location, quote, isTarget } = props;
  if (kind !== 'pdf') return <WholePreview {...props} />;
  const name = shorten(nameOf(document), 100);
  return (
    <PassageViewer
      documentId={document.id}
      revision={document.updatedAt.isoString}
      name={name}
      location={location}
      quote={quote}
      isTarget={isTarget}
    />
  );
}

/** Links to the page on the web, and to the file. The file's works without a key for an hour. */
const Links = ({ document }: { readonly document: DocumentDetails }) => (
  <span className="row small">
    {document.documentType === 'URL' && /^https?:\/\//.test(document.externalId) && (
      <a href={document.externalId} target="_blank" rel="noreferrer noopener">
        Open page
      </a>
    )}
    {document.rawFileUrl && (
      <a href={document.rawFileUrl} download>
        Download
      </a>
    )}
  </span>
);

interface OriginalProps {
  readonly document: DocumentDetails;
  /** The passage at which a PDF is opened. */
  readonly location: Location | undefined;
  /** Words of it that are highlighted by themselves. */
  readonly quote: string;
  /** Whether the page was opened for it. */
  readonly isTarget: boolean;
}

function File(props: OriginalProps) {
  const { document } = props;
  const { mimeType = 'text/plain', fileSize = 0 } = document.documentProperties;
  const kind = kindOf(mimeType.split(';')[0]?.trim().toLowerCase() ?? '');
  const isDamaged = document.errorCode === 'DOCUMENT_UNREADABLE' && kind !== 'text';
  if (!document.rawFileUrl)
    return <Empty icon="documents" title="No original" text="Nothing is stored of this document yet." />;
  if (kind && (fileSize <= maxBytes || kind === 'pdf') && !isDamaged)
    return <Preview kind={kind} mimeType={mimeType} {...props} />;
  return (
    <Empty
      icon="documents"
      title="No preview"
      text={`${mimeType}, ${formatBytes(fileSize)}${isDamaged ? ', and it could not be read' : ''}; download it to open it.`}
    />
  );
}

/** The original file: pictures, PDFs and texts are shown, all others can be downloaded. */
export const Original = (props: OriginalProps) => (
  <Card title="Original" actions={<Links document={props.document} />}>
    <File {...props} />
  </Card>
);
