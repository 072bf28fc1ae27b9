import { Link } from '@tanstack/react-router';
import { shorten } from './format.ts';
import { ShownName } from './shown-name.tsx';

/** Maximum length of a name in a line, in characters: names may be a megabyte long. */
const maxShownLength = 300;

interface DocumentLinkProps {
  readonly namespaceId: string;
  readonly documentId: string;
  readonly name: string;
  /** First words of the passage that the document's page shows. */
  readonly passage?: string;
  /** Boxes of the passage in the original file, as `boxesToText` formats them; undefined without any. */
  readonly at?: string | undefined;
  /** Words of the passage that are highlighted by themselves. */
  readonly quote?: string;
}

/** Link to a document, with its name. */
export const DocumentLink = ({ namespaceId, documentId, name, passage, at, quote }: DocumentLinkProps) => (
  <Link
    to="/n/$namespaceId/documents/$documentId"
    params={{ namespaceId, documentId }}
    search={{ passage, at, quote }}
  >
    <ShownName>{shorten(name, maxShownLength)}</ShownName>
  </Link>
);
