import type { ReactNode } from 'react';
import { Badge } from './badge.tsx';
import { formatNumber } from './format.ts';
import { ShownName } from './shown-name.tsx';
import type { Column } from './table.tsx';
import { TimeAgo } from './time-ago.tsx';

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
