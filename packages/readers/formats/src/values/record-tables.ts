import type { Block, Cell } from '../document-tree/tree.ts';
import { isScalar, isSimple, showSimple, type Value, type ValueObject } from './value.ts';

/** Rows after which a table ends and its header comes again. */
const rowsPerTable = 50;
const maxColumns = 64;
/** Longer texts do not fit into a cell. */
const maxCellLength = 500;
/** Tables of which less than this share is filled are no tables. */
const minFilledShare = 0.5;

const isFlat = (value: Value): value is ValueObject =>
  !isScalar(value) &&
  !Array.isArray(value) &&
  Object.values(value).every((member) => isSimple(member) && showSimple(member).length <= maxCellLength);

/** Whether values are objects with much the same members, none of which has members of its own. */
export function isRecordTable(values: readonly Value[]): values is readonly ValueObject[] {
  if (values.length === 0 || !values.every(isFlat)) return false;
  const columns = columnsOf(values);
  const cells = values.reduce<number>((sum, value) => sum + Object.keys(value).length, 0);
  const isFilled = cells >= minFilledShare * columns.length * values.length;
  return columns.length >= 2 && columns.length <= maxColumns && isFilled;
}

export function* recordTables(records: readonly ValueObject[]): Generator<Block> {
  const columns = columnsOf(records);
  const header = { cells: columns.map(cellOf), isHead: true };
  for (let start = 0; start < records.length; start += rowsPerTable) {
    const rows = records.slice(start, start + rowsPerTable).map((record) => ({
      cells: columns.map((column) => cellOf(showSimple(record[column] ?? ''))),
    }));
    yield { kind: 'table', rows: [header, ...rows] };
  }
}

const columnsOf = (records: readonly ValueObject[]) => [...new Set(records.flatMap(Object.keys))];

const cellOf = (text: string): Cell => ({ blocks: [{ kind: 'paragraph', content: [{ text }] }] });
