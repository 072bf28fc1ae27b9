import { startSlices } from '@docfleet/runtime/slices';
import { encodeTerms } from '@docfleet/text-analysis';
import {
  Binary,
  type Data,
  Field,
  type FixedSizeList,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  Utf8,
} from 'apache-arrow';
import type { VectorRecord } from '../../provider.ts';
import { inChunks } from '../../scores.ts';
import {
  bytesColumn,
  numberListColumn,
  numberLists,
  textColumn,
  textListColumn,
  textLists,
  vectorColumn,
  vectors,
} from './columns.ts';
import { filterColumns } from './filter-columns.ts';
import { packSparse } from './sparse.ts';

const required = (name: string, type: Field['type']) => new Field(name, type, false);

const metadataFields = [
  required('metadata', new Utf8()),
  required('filter_tokens', textLists()),
  required('number_fields', textLists()),
  required('number_values', numberLists()),
];

const termFields = [required('keywords', new Utf8()), required('sparse', new Binary())];

/** What an update of the customer's metadata writes, and what one of the terms: the key and the columns that hold them. */
const metadataSchema = new Schema([required('id', new Utf8()), ...metadataFields]);
const termSchema = new Schema([required('id', new Utf8()), ...termFields]);

/** Makes two writers that insert one id at the same moment a conflict, where otherwise both would succeed. */
const primaryKey = new Field(
  'id',
  new Utf8(),
  false,
  new Map([['lance-schema:unenforced-primary-key', 'true']]),
);

/** The columns of a namespace's table. `keywords` feeds the full-text index, `sparse` the keyword part of a score. */
export function tableSchema(dimensions: number): Schema {
  return new Schema([
    primaryKey,
    required('document_id', new Utf8()),
    required('vector', vectors(dimensions)),
    required('text', new Utf8()),
    ...termFields,
    required('source', new Utf8()),
    required('type', new Utf8()),
    new Field('tenant_id', new Utf8(), true),
    ...metadataFields,
  ]);
}

/** The dimension that a table's vectors have. */
export function dimensionsOf(schema: Schema): number {
  const { type } = schema.fields.find(({ name }) => name === 'vector') ?? {};
  return (type as FixedSizeList).listSize;
}

function metadataColumns(rows: readonly VectorRecord['metadata'][]): Data[] {
  const filters = rows.map(filterColumns);
  return [
    textColumn(rows.map((metadata) => JSON.stringify(metadata))),
    textListColumn(filters.map(({ tokens }) => tokens)),
    textListColumn(filters.map(({ numberFields }) => numberFields)),
    numberListColumn(filters.map(({ numberValues }) => numberValues)),
  ];
}

const termColumns = (rows: readonly VectorRecord['terms'][]): Data[] => [
  textColumn(rows.map((terms) => terms.join(' '))),
  bytesColumn(rows.map((terms) => packSparse(encodeTerms(terms)))),
];

/** Rows that are written before others' work goes on. */
const rowsAtOnce = 32;

/** Writes rows in slices: those of a commit take some 100 ms. */
async function toTable<Row>(
  schema: Schema,
  rows: readonly Row[],
  columnsOf: (rows: readonly Row[]) => Data[],
): Promise<Table> {
  const batches: RecordBatch[] = [];
  const slice = startSlices();
  for (const part of inChunks(rows, rowsAtOnce)) {
    const type = new Struct(schema.fields);
    const struct = makeData({ type, length: part.length, nullCount: 0, children: columnsOf(part) });
    batches.push(new RecordBatch(schema, struct));
    await slice();
  }
  return new Table(schema, batches);
}

/** Records as rows of a table made by `tableSchema`. */
export const recordRows = (records: readonly VectorRecord[], dimensions: number): Promise<Table> =>
  toTable(tableSchema(dimensions), records, (rows) => [
    textColumn(rows.map(({ id }) => id)),
    textColumn(rows.map(({ documentId }) => documentId)),
    vectorColumn(
      rows.map(({ values }) => values),
      dimensions,
    ),
    textColumn(rows.map(({ text }) => text)),
    ...termColumns(rows.map(({ terms }) => terms)),
    textColumn(rows.map(({ source }) => source)),
    textColumn(rows.map(({ type }) => type)),
    textColumn(rows.map(({ tenantId }) => tenantId)),
    ...metadataColumns(rows.map(({ metadata }) => metadata)),
  ]);

/** New metadata of existing rows, as rows of `metadataSchema`. */
export const metadataRows = (
  changes: readonly (readonly [id: string, VectorRecord['metadata']])[],
): Promise<Table> =>
  toTable(metadataSchema, changes, (rows) => [
    textColumn(rows.map(([id]) => id)),
    ...metadataColumns(rows.map(([, metadata]) => metadata)),
  ]);

/** New terms of existing rows, as rows of `termSchema`. */
export const termRows = (
  changes: readonly (readonly [id: string, VectorRecord['terms']])[],
): Promise<Table> =>
  toTable(termSchema, changes, (rows) => [
    textColumn(rows.map(([id]) => id)),
    ...termColumns(rows.map(([, terms]) => terms)),
  ]);
