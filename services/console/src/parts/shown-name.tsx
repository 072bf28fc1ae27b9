import type { Document } from '@docfleet/sdk';
import { Link } from '@tanstack/react-router';
import { shorten } from './format.ts';
import './page.css';

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
    <ShownName>{shorten(name)}</ShownName>
  </Link>
);

/**
 * Characters that change the direction of the text after them: a name with one may read as another, `invoice[U+202E]fdp.exe` as
 * `invoiceexe.pdf`.
 */
const turning = /^([^\u202a-\u202e\u2066-\u2069]*)([\u202a-\u202e\u2066-\u2069])(.*)$/su;

const codeOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Name from users or vendors. Characters that would change the direction of its text are shown by their code, without effect. */
export function ShownName({ children }: { readonly children: string }) {
  const [, before, character, rest] = turning.exec(children) ?? [];
  if (character === undefined || rest === undefined) return children;
  return (
    <>
      {before}
      <span className="turning" data-code={codeOf(character)}>
        {character}
      </span>
      <ShownName>{rest}</ShownName>
    </>
  );
}

const isVisible = (text: string | null): text is string =>
  text !== null && /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

/** Returns the name of a document, or its id if the name has no visible characters. */
export const nameOf = ({ name, externalId, id }: Pick<Document, 'name' | 'externalId' | 'id'>): string =>
  [name, externalId].find(isVisible) ?? id;
