import { startSlices } from '@docfleet/runtime/slices';
import {
  Binary,
  type Data,
  Field,
  FixedSizeList,
  Float32,
  Float64,
  List,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { filterColumns } from '../../filter-columns.ts';
import type { VectorRecord } from '../../provider.ts';
import { inChunks, weightsOf } from '../../scores.ts';
import { packSparse } from './sparse.ts';

const strings = () => new List(new Field('item', new Utf8(), true));
const required = (name: string, type: Field['type']) => new Field(name, type, false);

const metadataFields = [
  required('metadata', new Utf8()),
  required('filter_tokens', strings()),
  required('number_fields', strings()),
  required('number_values', new List(new Field('item', new Float64(), true))),
];

const termFields = [required('keywords', new Utf8()), required('sparse', new Binary())];

/** Columns written by an update of the customer's metadata, and by one of the terms: the key and the columns that hold them. */
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
    required('vector', new FixedSizeList(dimensions, new Field('item', new Float32(), true))),
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

const column = <Value>(type: Field['type'], values: readonly Value[]): Data =>
  // The declarations want literal types for each column; the field that it is put under decides.
  vectorFromArray(values as never, type as never).data[0] as Data;

function listColumn<Value>(items: Field['type'], rows: readonly (readonly Value[])[]): Data {
  const valueOffsets = new Int32Array(rows.length + 1);
  rows.forEach((row, index) => {
    valueOffsets[index + 1] = (valueOffsets[index] ?? 0) + row.length;
  });
  const type = new List(new Field('item', items, true));
  return makeData({
    type,
    length: rows.length,
    nullCount: 0,
    valueOffsets,
    child: column(items, rows.flat()),
  });
}

function vectorColumn(records: readonly VectorRecord[], dimensions: number): Data {
  const values = new Float32Array(records.length * dimensions);
  records.forEach((record, index) => {
    values.set(record.values, index * dimensions);
  });
  const child = makeData({ type: new Float32(), length: values.length, nullCount: 0, data: values });
  const type = new FixedSizeList(dimensions, new Field('item', new Float32(), true));
  return makeData({ type, length: records.length, nullCount: 0, child });
}

function metadataColumns(rows: readonly VectorRecord['metadata'][]): Data[] {
  const filters = rows.map(filterColumns);
  return [
    column(
      new Utf8(),
      rows.map((metadata) => JSON.stringify(metadata)),
    ),
    listColumn(
      new Utf8(),
      filters.map(({ tokens }) => tokens),
    ),
    listColumn(
      new Utf8(),
      filters.map(({ numberFields }) => numberFields),
    ),
    listColumn(
      new Float64(),
      filters.map(({ numberValues }) => numberValues),
    ),
  ];
}

const termColumns = (rows: readonly Pick<VectorRecord, 'terms' | 'weights'>[]): Data[] => [
  column(
    new Utf8(),
    rows.map(({ terms }) => terms.join(' ')),
  ),
  column(
    new Binary(),
    rows.map((row) => packSparse(weightsOf(row))),
  ),
];

/** Rows that are written before others' work goes on. */
const rowsAtOnce = 16;

/** Writes rows in slices: those of a commit take some 200 ms. */
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

const textColumn = <Row>(rows: readonly Row[], value: (row: Row) => string | null): Data =>
  column(new Utf8(), rows.map(value));

/** Records as rows of a table made by `tableSchema`. */
export const recordRows = (records: readonly VectorRecord[], dimensions: number): Promise<Table> =>
  toTable(tableSchema(dimensions), records, (rows) => [
    textColumn(rows, ({ id }) => id),
    textColumn(rows, ({ documentId }) => documentId),
    vectorColumn(rows, dimensions),
    textColumn(rows, ({ text }) => text),
    ...termColumns(rows),
    textColumn(rows, ({ source }) => source),
    textColumn(rows, ({ type }) => type),
    textColumn(rows, ({ tenantId }) => tenantId),
    ...metadataColumns(rows.map(({ metadata }) => metadata)),
  ]);

/** New metadata of existing rows, as rows of `metadataSchema`. */
export const metadataRows = (
  changes: readonly (readonly [id: string, VectorRecord['metadata']])[],
): Promise<Table> =>
  toTable(metadataSchema, changes, (rows) => [
    textColumn(rows, ([id]) => id),
    ...metadataColumns(rows.map(([, metadata]) => metadata)),
  ]);

/** New terms of existing rows, as rows of `termSchema`. */
export const termRows = (
  changes: readonly (readonly [id: string, VectorRecord['terms']])[],
): Promise<Table> =>
  toTable(termSchema, changes, (rows) => [
    textColumn(rows, ([id]) => id),
    ...termColumns(rows.map(([, terms]) => ({ terms }))),
  ]);
