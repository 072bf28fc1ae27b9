import type { Document } from '@docfleet/sdk';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Badge } from './badge.tsx';
import { formatNumber, shorten, timeAgo } from './format.ts';
import type { Column } from './table.tsx';
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

const whole = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const refreshMs = 30_000;

/** Formats a time of ISO 8601 as date and time to the second, in the user's time zone. */
export const formatMoment = (at: string): string => whole.format(new Date(at));

/** Time relative to now; the time itself when the pointer rests on it. */
export function TimeAgo({ at }: { readonly at: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  const moment = new Date(at);
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {timeAgo(moment, now)}
    </time>
  );
}

type Look = Pick<Column<never>, 'width' | 'align' | 'from'>;

/** Returns a column of texts or other content. */
export const column = <Row,>(
  header: string,
  cell: (row: Row) => ReactNode,
  look: Look = {},
): Column<Row> => ({ header, cell, ...look });

/** Returns a column of names of users, each in `link`, which opens the object of its row. */
export const nameColumn = <Row extends { readonly name: string }>(
  header: string,
  link: (row: Row, name: ReactNode) => ReactNode,
): Column<Row> => ({ header, cell: (row) => link(row, <ShownName>{row.name}</ShownName>) });

/** Returns a column of states, as badges. */
export const stateColumn = <Row,>(header: string, stateOf: (row: Row) => string, look: Look = {}) =>
  column<Row>(header, (row) => <Badge state={stateOf(row)} />, { width: '7rem', ...look });

/** Returns a column of numbers, aligned at their ends; undefined and null leave the cell empty. */
export const numberColumn = <Row,>(
  header: string,
  numberOf: (row: Row) => number | null | undefined,
  look: Look = {},
): Column<Row> =>
  column(
    header,
    (row) => {
      const value = numberOf(row);
      return value != null && formatNumber(value);
    },
    { width: '6rem', align: 'end', ...look },
  );

type Moment = string | { readonly isoString: string };

/** Returns a column of times relative to now, with the text `none` where there is no time. */
export const timeColumn = <Row,>(
  header: string,
  timeOf: (row: Row) => Moment | null | undefined,
  { none = '', ...look }: Look & { readonly none?: string } = {},
): Column<Row> =>
  column(
    header,
    (row) => {
      const at = timeOf(row);
      return at ? <TimeAgo at={typeof at === 'string' ? at : at.isoString} /> : none;
    },
    { width: '8.5rem', from: 'tablet', ...look },
  );
