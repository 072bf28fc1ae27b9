import { Prisma } from '@docfleet/database';
import { z } from 'zod';

/** A JSON column whose fields are not known here, such as the `config` of an ingest request. Throws a ZodError for anything but an object. */
export const jsonObject = z.record(z.string(), z.unknown());

/** Column of rows that a statement receives, and how an item becomes its value. */
export interface Column<Item> {
  readonly name: string;
  /** SQL type of the values. */
  readonly type: string;
  readonly value: (item: Item) => unknown;
  /** Update of the column of the same name: with the value, or unless the value is null. Unset: none. */
  readonly change?: 'replace' | 'keep';
}

const quote = (name: string) => `"${name}"`;

/** Names of the columns, with a table in front of each if it is given. */
export const columnNames = (columns: readonly Column<never>[]): Prisma.Sql =>
  Prisma.raw(columns.map(({ name }) => quote(name)).join(', '));

/** The items as a table of a FROM clause: one parameter a column, so that the statement's text is the same for any number of items. */
export function columnRows<Item>(
  table: string,
  columns: readonly Column<Item>[],
  items: readonly Item[],
): Prisma.Sql {
  const arrays = columns.map(({ type, value }) => Prisma.sql`${items.map(value)}::${Prisma.raw(type)}[]`);
  return Prisma.sql`unnest(${Prisma.join(arrays)}) AS ${Prisma.raw(table)}(${columnNames(columns)})`;
}

/** The assignments of an UPDATE of `documents` from a table of these columns. */
export const columnChanges = (columns: readonly Column<never>[], table: string): Prisma.Sql =>
  Prisma.raw(
    columns
      .flatMap(({ name, change }) => {
        const value = `${table}.${quote(name)}`;
        if (!change) return [];
        return `${quote(name)} = ${change === 'keep' ? `coalesce(${value}, documents.${quote(name)})` : value}`;
      })
      .join(', '),
  );
