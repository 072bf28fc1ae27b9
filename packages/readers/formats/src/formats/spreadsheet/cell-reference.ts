/** A cell by its place, both from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

const beforeFirstLetter = 64;

/** Returns the place of a cell reference such as `BC12`, counted from 0; undefined if it is not a valid one. */
export function cellAt(reference: string): CellPlace | undefined {
  let column = 0;
  let index = 0;
  for (; index < reference.length; index++) {
    const letter = reference.charCodeAt(index) - beforeFirstLetter;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  const row = Number(reference.slice(index));
  return index >= 1 && index <= 3 && row >= 1 ? { row: row - 1, column: column - 1 } : undefined;
}

export interface CellRange {
  readonly first: CellPlace;
  readonly last: CellPlace;
}

/** The places of `B2:D4`, or of one cell. */
export function rangeOf(reference: string): CellRange | undefined {
  const [start = '', end = start] = reference.split(':');
  const [first, last] = [cellAt(start), cellAt(end)];
  return first && last ? { first, last } : undefined;
}
