import { areListing, isListing } from './listing.ts';
import { type Row, type Segment, toRows } from './segments.ts';

/** In units of the font's size: the room between code and what is shown beside it, and the most between two rows of both. */
const gutter = 1;
const rowDistance = 2.6;
const minLines = 3;
/** Share of the rows that have code alone: rows of a table and terms with explanations have something beside nearly each. */
const minAloneShare = 0.3;
/** Share of the lines of code that are more than one name, as those of a list of names are not. */
const minWrittenShare = 0.5;

const isCode = ({ runs }: Segment) => isListing(runs);

/** An example of code with its result beside it: rows of a column, and where the result begins. */
interface Example {
  readonly end: number;
  readonly right: number;
}

/** Whether all of a row is code in the left part, or anything in the right one. */
const fits = ({ segments }: Row, left: number, right: number) =>
  segments.every((one) => one.x1 >= right - 2 || (isCode(one) && one.x1 >= left - 2 && one.x2 < right));

/** The example that begins with a row. */
function findExample(rows: readonly Row[], start: number): Example | undefined {
  const first = rows[start]?.segments[0];
  if (!first || !isCode(first)) return undefined;
  const beside = rows
    .slice(start)
    .flatMap(({ segments }) => segments.slice(1).find((one) => !isCode(one)) ?? []);
  for (const { x1: right } of beside.slice(0, minLines)) {
    if (right < first.x2 + gutter * first.size) continue;
    let end = start;
    while (
      end < rows.length &&
      fits(rows[end] as Row, first.x1, right) &&
      (end === start || (rows[end] as Row).y - (rows[end - 1] as Row).y < rowDistance * first.size)
    )
      end++;
    if (isExample(rows.slice(start, end), right)) return { end, right };
  }
  return undefined;
}

function isExample(rows: readonly Row[], right: number): boolean {
  const [code, result] = partAt(rows, right);
  const alone = rows.filter(({ segments }) => segments.every(({ x1 }) => x1 < right - 2)).length;
  const written = code.filter(({ runs }) =>
    /[\s\\{}()=;<>"$]/.test(
      runs
        .map(({ text }) => text)
        .join(' ')
        .trim(),
    ),
  );
  return (
    toRows(code).length >= minLines &&
    written.length >= minWrittenShare * code.length &&
    result.some(({ runs }) => runs.some(({ text }) => /\p{L}{2}/u.test(text))) &&
    alone >= minAloneShare * rows.length &&
    !areListing(code, result)
  );
}

function partAt(rows: readonly Row[], right: number): [Segment[], Segment[]] {
  const all = rows.flatMap(({ segments }) => segments);
  return [all.filter(({ x1 }) => x1 < right - 2), all.filter(({ x1 }) => x1 >= right - 2)];
}

/** A column in pieces: code that has its result beside it is read before that, not line by line with it. */
export function* partExamples(column: readonly Segment[]): Generator<readonly Segment[]> {
  if (!column.some(isCode)) {
    yield column;
    return;
  }
  const rows = toRows(column);
  let from = 0;
  for (let index = 0; index < rows.length; index++) {
    const example = findExample(rows, index);
    if (!example) continue;
    yield rows.slice(from, index).flatMap(({ segments }) => segments);
    yield* partAt(rows.slice(index, example.end), example.right);
    from = example.end;
    index = example.end - 1;
  }
  yield rows.slice(from).flatMap(({ segments }) => segments);
}
