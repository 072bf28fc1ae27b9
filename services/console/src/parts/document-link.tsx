import { Link } from '@tanstack/react-router';
import { shorten } from './format.ts';
import { ShownName } from './shown-name.tsx';

/** As much of a name as a line has room for: names may be a megabyte long. */
const maxShownLength = 300;

interface DocumentLinkProps {
  readonly namespaceId: string;
  readonly documentId: string;
  readonly name: string;
  /** A passage of the document to be focused. */
  readonly passage?: string;
  /** Where the passage stands in the file, as `boxesToText` writes it. */
  readonly at?: string | undefined;
  /** Words that are quoted from it. */
  readonly quote?: string;
}

/** The name of a document, which leads to it. */
export const DocumentLink = ({ namespaceId, documentId, name, passage, at, quote }: DocumentLinkProps) => (
  <Link
    to="/n/$namespaceId/documents/$documentId"
    params={{ namespaceId, documentId }}
    search={{ passage, at, quote }}
  >
    <ShownName>{shorten(name, maxShownLength)}</ShownName>
  </Link>
);
