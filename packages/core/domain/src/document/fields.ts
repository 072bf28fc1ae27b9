import { type DocumentModel, Prisma } from '@docfleet/database';
import type { Column } from '../database/columns.ts';

const maxLinkLength = 2_000;

/** Types of the values of fields: their columns, and how a vendor's text becomes a value; null where it cannot be stored. */
const fieldTypes = {
  link: {
    column: 'text',
    read: (text: string): string | null =>
      text.length <= maxLinkLength && /^https?:\/\//.test(text)
        ? text.replaceAll('\0', '').toWellFormed()
        : null,
  },
  time: {
    column: 'timestamptz',
    read(text: string): Date | null {
      const time = new Date(text);
      return Number.isNaN(time.getTime()) ? null : time;
    },
  },
};
type FieldType = keyof typeof fieldTypes;

/** Conditions of filters; documents without a value do not match. */
const operators = {
  beginsWith: (column: Prisma.Sql, value: unknown) => Prisma.sql`starts_with(${column}, ${value})`,
  from: (column: Prisma.Sql, value: unknown) => Prisma.sql`${column} >= ${value}::timestamptz`,
  before: (column: Prisma.Sql, value: unknown) => Prisma.sql`${column} < ${value}::timestamptz`,
};

interface FilteredField {
  readonly column: keyof DocumentModel;
  readonly type: FieldType;
  /** Filters by the field, named as in requests; `label` is the name for users. */
  readonly filters: Readonly<
    Record<
      string,
      {
        readonly label: string;
        readonly operator: keyof typeof operators;
        readonly description: string;
        readonly examples: readonly string[];
      }
    >
  >;
}

interface DocumentField extends FilteredField {
  /** Description and examples of the field in responses. */
  readonly description: string;
  readonly examples: readonly string[];
}

/**
 * Fields that a document has from its source, named as in items of connectors and in responses. Columns of syncs, conditions of filters,
 * and schemas of requests and responses follow from them. Searches filter by rows: vector stores do not know these fields.
 */
export const documentFields = {
  url: {
    column: 'sourceUrl',
    type: 'link',
    description:
      'Address at which the source shows it to people: of a crawled page its own, of an item of a connection the one that the vendor reports; null where it is unknown',
    examples: ['https://acme.atlassian.net/wiki/spaces/ENG/pages/65001'],
    filters: {
      urlPrefix: {
        label: 'Address begins with',
        operator: 'beginsWith',
        description: 'Beginning of the address at the source',
        examples: ['https://acme.atlassian.net/wiki/spaces/ENG/'],
      },
    },
  },
  modifiedAt: {
    column: 'sourceModifiedAt',
    type: 'time',
    description: 'Time of the last change at the source; null where it is unknown',
    examples: [],
    filters: {
      modifiedAfter: {
        label: 'Changed since',
        operator: 'from',
        description: 'Changed at the source at this moment or later',
        examples: ['2026-01-01T00:00:00Z'],
      },
      modifiedBefore: {
        label: 'Changed before',
        operator: 'before',
        description: 'Changed at the source before this moment',
        examples: [],
      },
    },
  },
} as const satisfies Record<string, DocumentField>;

/** The moment at which docfleet accepted a document: no field of its source, but filtered by with them, so that each client shows one list. */
const acceptance = {
  column: 'createdAt',
  type: 'time',
  filters: {
    createdAfter: {
      label: 'Added since',
      operator: 'from',
      description: 'Accepted by docfleet at this moment or later, whatever its source says',
      examples: [],
    },
    createdBefore: {
      label: 'Added before',
      operator: 'before',
      description: 'Accepted by docfleet before this moment, whatever its source says',
      examples: [],
    },
  },
} as const satisfies FilteredField;

type Fields = typeof documentFields;
export type FieldName = keyof Fields;
/** Value of a field type. */
type ValueOf<Type extends FieldType> = NonNullable<ReturnType<(typeof fieldTypes)[Type]['read']>>;

/** Values of the source fields of a document. A missing value keeps the stored one. */
export type SourceValues = {
  readonly [Name in FieldName]?: ValueOf<Fields[Name]['type']> | null | undefined;
};

/** Columns of the fields in a row of `documents`. */
export type SourceColumns = Pick<DocumentModel, Fields[FieldName]['column']>;

type Filtered = Fields & { readonly createdAt: typeof acceptance };

/** Name and type of the value of each filter. */
type FilterEntry = {
  [Name in keyof Filtered]: {
    [Filter in keyof Filtered[Name]['filters']]: [Filter, ValueOf<Filtered[Name]['type']>];
  }[keyof Filtered[Name]['filters']];
}[keyof Filtered];

/** Conditions on the fields of a document's source, as the vendor reported them, and on when it was accepted; documents that lack a field do not match. */
export type SourceFilter = { readonly [Entry in FilterEntry as Entry[0]]?: Entry[1] | undefined };

const fields = Object.entries(documentFields) as [FieldName, DocumentField][];

/** Filters by the fields, with the types of their values. */
export const sourceFilters = [...fields, ['createdAt', acceptance as FilteredField] as const].flatMap(
  ([field, { column, type, filters }]) =>
    Object.entries(filters).map(([name, filter]) => ({
      field,
      name: name as keyof SourceFilter,
      column,
      type,
      ...filter,
    })),
);

const quoted = (column: string) => Prisma.raw(`documents."${column}"`);

/** The filter as conditions on `documents`. */
export const sourceConditions = (filter: SourceFilter): Prisma.Sql[] =>
  sourceFilters.flatMap(({ name, column, operator }) =>
    filter[name] === undefined ? [] : [operators[operator](quoted(column), filter[name])],
  );

/** Columns of the fields, for a SELECT from `documents`. */
export const sourceColumns = Prisma.join(fields.map(([, { column }]) => quoted(column)));

/** Columns of the source fields for rows of items; a null keeps the stored value. */
export const sourceColumnsOf = <Item>(valuesOf: (item: Item) => SourceValues | undefined): Column<Item>[] =>
  fields.map(([field, { column, type }]) => ({
    name: column,
    type: fieldTypes[type].column,
    value: (item) => valuesOf(item)?.[field] ?? null,
    change: 'keep',
  }));

/** Reads the fields of an item as the vendor names them; those that it lacks stay undefined. */
export const readSourceValues = (
  item: Readonly<Partial<Record<FieldName, string | null | undefined>>>,
): SourceValues =>
  Object.fromEntries(
    fields.map(([field, { type }]) => {
      const text = item[field];
      return [field, typeof text === 'string' ? fieldTypes[type].read(text) : text];
    }),
  );
