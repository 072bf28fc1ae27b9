import type { DocumentDetails, Location } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { nameOf } from '../../parts/columns.tsx';
import { formatBytes, shorten } from '../../parts/format.ts';
import { Card, Empty, Loaded } from '../../parts/page.tsx';
import { Marks } from '../../parts/passage-viewer/marks.tsx';
import { PassageViewer } from '../../parts/passage-viewer/passage-viewer.tsx';
import './document.css';

/** Maximum size of a file that is fetched for a preview, in bytes. */
const maxBytes = 25_000_000;
/** Maximum length of a text preview, in characters. */
const maxCharacters = 200_000;

type Kind = 'image' | 'pdf' | 'text' | undefined;

/** Returns how a file can be previewed. Web pages, and pictures that may contain scripts, are previewed as text. */
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
  // The original is as large as the file: not cached after it is closed.
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * Returns an object URL of a blob, valid while the component is mounted. The type is set by the console: a file's own type could make it a
 * page with scripts.
 */
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

/** Picture with its passage highlighted; the boxes of the location are in pixels of the picture. */
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

/** Preview of a picture or text, which is fetched as a whole. */
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

/** Preview of a file. A PDF is fetched piece by piece, as its pages are viewed. */
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

/** Links to the web page and to the file. The link to the file works without a key for an hour. */
const Links = ({ document }: { readonly document: DocumentDetails }) => (
  <span className="row small">
    {document.url !== null && (
      <a href={document.url} target="_blank" rel="noreferrer noopener">
        {document.documentType === 'URL' ? 'Open page' : 'Open at its source'}
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
  /** Location at which a PDF or picture is opened. */
  readonly location: Location | undefined;
  /** Words of the passage that are highlighted by themselves; empty for none. */
  readonly quote: string;
  /** Whether the page was opened to show this passage, so that it is scrolled into view. */
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

/** Original file of a document: pictures, PDFs and texts are previewed, all others can be downloaded. */
export const Original = (props: OriginalProps) => (
  <Card title="Original" actions={<Links document={props.document} />}>
    <File {...props} />
  </Card>
);
