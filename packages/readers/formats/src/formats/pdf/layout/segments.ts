import type { TextRun } from '../page-model.ts';
import { gapBetween } from './number-gap.ts';

/** Text of one line without a gap that a reader would see as one. */
export interface Segment {
  readonly x1: number;
  readonly x2: number;
  /** Baseline of its letters, in points. */
  readonly y: number;
  /** Of the font that most of it is in. */
  readonly size: number;
  readonly runs: readonly TextRun[];
}

/** Segments at the same height, from left to right. */
export interface Row {
  readonly y: number;
  readonly size: number;
  readonly segments: readonly Segment[];
}

/** In units of the font's size. */
const sameLine = 0.35;
const segmentGap = 0.9;
/** Rows that a run may still belong to, which are sorted by height. */
const rowsOpen = 5;

/** More points than a page has. */
const farthest = 2 ** 20;

const isBlank = ({ text }: TextRun) => text.trim() === '';

/** How much smaller a raised or lowered letter is. */
const raisedSize = 0.85;

/** Whether a smaller run is raised or lowered beside a larger one, like a note's number. */
function isBeside(small: TextRun, large: TextRun): boolean {
  const { size, x, y, width } = large;
  if (small.size >= size * raisedSize || small.y < y - size * 0.7 || small.y > y + size * 0.4) return false;
  return small.x + small.width > x - size * 0.5 && small.x < x + width + size * 0.5;
}

interface OpenRow {
  y: number;
  size: number;
  readonly runs: TextRun[];
}

function groupRows(runs: readonly TextRun[]): OpenRow[] {
  const rows: OpenRow[] = [];
  for (const run of [...runs].sort((a, b) => a.y - b.y)) {
    const row = rows
      .slice(-rowsOpen)
      .findLast(
        (row) =>
          Math.abs(run.y - row.y) <= sameLine * Math.min(run.size, row.size) ||
          row.runs.some((other) => isBeside(run, other) || isBeside(other, run)),
      );
    if (!row) rows.push({ y: run.y, size: run.size, runs: [run] });
    else {
      row.runs.push(run);
      if (run.size > row.size) Object.assign(row, { y: run.y, size: run.size });
    }
  }
  return rows;
}

/** More runs in a line are no text. */
const maxRunsInRow = 500;

/** The row in which a small run stands raised or lowered beside a larger one; undefined where that is its own. */
function homeOf(run: TextRun, own: OpenRow, near: readonly OpenRow[]): OpenRow | undefined {
  const isHome = ({ runs }: OpenRow) => runs.some((large) => isBeside(run, large));
  return isHome(own) ? undefined : near.find(isHome);
}

/** Whether a small run goes on with another, as exponents of some pieces do: `0.33`. */
const goesOn = (before: TextRun, { x, y, size }: TextRun) =>
  size === before.size &&
  Math.abs(y - before.y) < 0.1 * size &&
  Math.abs(x - before.x - before.width) < 0.3 * size;

/** Moves raised and lowered letters into the row of what they stand beside: another column may have a line at their height. */
function attachRaised(rows: readonly OpenRow[]): OpenRow[] {
  const moves: { readonly run: TextRun; readonly from: OpenRow; readonly to: OpenRow }[] = [];
  for (const [index, from] of rows.entries()) {
    if (from.runs.length > maxRunsInRow) continue;
    const near = rows
      .slice(Math.max(0, index - rowsOpen), index + rowsOpen + 1)
      .filter((other) => other !== from && other.runs.length <= maxRunsInRow);
    let last: (typeof moves)[number] | undefined;
    for (const run of from.runs.toSorted((a, b) => a.x - b.x)) {
      const isSmall = near.some(({ size }) => run.size < size * raisedSize);
      const to = isSmall && last && goesOn(last.run, run) ? last.to : isSmall && homeOf(run, from, near);
      last = to ? { run, from, to } : undefined;
      if (last) moves.push(last);
    }
  }
  const moved = new Map(moves.map(({ run, to }) => [run, to]));
  return rows.flatMap((row) => {
    const kept = row.runs.filter((run) => !moved.has(run));
    const added = moves.filter(({ to }) => to === row).map(({ run }) => run);
    const runs = [...kept, ...added];
    return runs.length === 0 ? [] : [{ ...row, runs }];
  });
}

/** How much larger than the text beside it a letter is that begins a paragraph over several of its lines. */
const dropCapSize = 1.8;
const maxDropCaps = 20;

/** The letter as the first of the lines that stand beside it, and the run that it begins; undefined where fewer than two do. */
function seatDropCap(cap: TextRun, runs: readonly TextRun[]): [TextRun, TextRun][] {
  const right = cap.x + cap.width;
  const beside = runs.filter(
    ({ x, y, size, turns }) =>
      turns === cap.turns &&
      size * dropCapSize <= cap.size &&
      x > right - 0.1 * cap.size &&
      x < right + 0.5 * cap.size &&
      y < cap.y + 0.3 * size &&
      y > cap.y - cap.size,
  );
  const [first] = beside.toSorted((a, b) => a.y - b.y);
  if (!first || !beside.some(({ y }) => y - first.y > 0.8 * first.size)) return [];
  const seated = { ...cap, y: first.y, size: first.size, x: first.x - 0.1, width: 0.1 };
  const isOneWord = /^\p{L}/u.test(first.text) && first.x - right < 0.25 * first.size;
  return [
    [cap, seated],
    ...(isOneWord ? [[first, { ...first, startsWord: false }] as [TextRun, TextRun]] : []),
  ];
}

function withSeatedDropCaps(runs: readonly TextRun[]): readonly TextRun[] {
  const usual = runs.map(({ size }) => size).sort((a, b) => a - b)[Math.floor(runs.length / 2)] ?? 0;
  const caps = runs.filter(({ text, size }) => size > 1.5 * usual && /^\p{Lu}$/u.test(text.trim()));
  if (caps.length === 0 || caps.length > maxDropCaps) return runs;
  const seated = new Map(caps.flatMap((cap) => seatDropCap(cap, runs)));
  return seated.size === 0 ? runs : runs.map((run) => seated.get(run) ?? run);
}

function toSegment(runs: readonly TextRun[]): Segment {
  const main = runs.reduce((longest, run) => (run.text.length > longest.text.length ? run : longest));
  const x2 = runs.reduce((right, { x, width }) => Math.max(right, x + width), 0);
  return { x1: runs[0]?.x ?? 0, x2, y: main.y, size: main.size, runs };
}

function cutRow({ runs }: OpenRow): Segment[] {
  const sorted = runs.sort((a, b) => a.x - b.x);
  const segments: Segment[] = [];
  let open: TextRun[] = [];
  let right = Number.NEGATIVE_INFINITY;
  for (const run of sorted) {
    const last = open.at(-1);
    if (last && run.x - right > gapBetween(last.text, run.text, segmentGap) * Math.max(run.size, last.size)) {
      segments.push(toSegment(open));
      open = [];
    }
    open.push(run);
    right = Math.max(right, run.x + run.width);
  }
  if (open.length > 0) segments.push(toSegment(open));
  return segments;
}

/** A run of blanks only shows where the next one begins; those at its ends would make it longer than what is seen. */
function trimRun(run: TextRun): TextRun {
  const start = run.text.length - run.text.trimStart().length;
  const end = run.text.length - run.text.trimEnd().length;
  if (start === 0 && end === 0) return run;
  const each = run.width / Math.max(1, run.text.length);
  // Blanks are about half as wide as letters.
  const blank = run.font.monospaced ? each : each * 0.6;
  return {
    ...run,
    text: run.text.trim(),
    x: run.x + start * blank,
    width: run.width - (start + end) * blank,
  };
}

/** The runs without those that are drawn again at the same place, as programs do to make text look bold. */
export function drawnOnce(runs: readonly TextRun[]): TextRun[] {
  const seen = new Map<string, Set<number>>();
  return runs.filter(({ text, x, y }) => {
    const places = seen.get(text) ?? new Set();
    const place = Math.round(x) * farthest + Math.round(y);
    if (places.has(place)) return false;
    seen.set(text, places.add(place));
    return true;
  });
}

/** The rows of a page from top to bottom. Text that is drawn twice at the same place is taken once. */
export function findRows(runs: readonly TextRun[]): Row[] {
  const drawn = drawnOnce(runs.filter((run) => !isBlank(run) && run.size >= 1));
  return attachRaised(groupRows(withSeatedDropCaps(drawn.map(trimRun)))).map((row) => ({
    y: row.y,
    size: row.size,
    segments: cutRow(row),
  }));
}

/** Rows again, of segments that were taken apart. */
export function toRows(segments: readonly Segment[]): Row[] {
  const rows: { y: number; size: number; segments: Segment[] }[] = [];
  for (const segment of [...segments].sort((a, b) => a.y - b.y || a.x1 - b.x1)) {
    const row = rows.at(-1);
    if (row && Math.abs(row.y - segment.y) <= sameLine * Math.min(row.size, segment.size)) {
      row.segments.push(segment);
      row.size = Math.max(row.size, segment.size);
    } else rows.push({ y: segment.y, size: segment.size, segments: [segment] });
  }
  for (const row of rows) row.segments.sort((a, b) => a.x1 - b.x1);
  return rows;
}

/** Left and right edge of a column, in points. */
export interface Interval {
  readonly x1: number;
  readonly x2: number;
}

/** Share of the rows that have as many segments as most, where these are columns. */
const minAlikeShare = 0.5;

/**
 * Returns the columns in which the segments of rows are aligned; empty if they are not. Only rows with as many segments as most have count.
 */
export function columnsOf(rows: readonly Row[]): Interval[] {
  const byCount = [...Map.groupBy(rows, ({ segments }) => segments.length)];
  const usual = byCount.reduce((a, b) => (b[1].length > a[1].length ? b : a))[0];
  const alike = rows.filter(({ segments }) => segments.length >= usual);
  if (alike.length < minAlikeShare * rows.length) return [];
  const sorted = alike.flatMap(({ segments }) => segments).sort((a, b) => a.x1 - b.x1);
  const columns: { x1: number; x2: number }[] = [];
  for (const { x1, x2 } of sorted) {
    const last = columns.at(-1);
    if (last && x1 < last.x2 + 1) last.x2 = Math.max(last.x2, x2);
    else columns.push({ x1, x2 });
  }
  return columns;
}

/** Segments by the columns that they stand in; a column that a segment reaches over is undefined. */
export function cellsIn(
  segments: readonly Segment[],
  columns: readonly Interval[],
): (Segment[] | undefined)[] {
  const cells: Segment[][] = columns.map(() => []);
  const covered = new Set<number>();
  for (const { x1, x2, ...rest } of segments) {
    const under = columns.flatMap((column, index) => (x1 < column.x2 && x2 > column.x1 ? [index] : []));
    const before = columns.findLastIndex((column) => column.x1 <= x1);
    const [first = Math.max(0, before), ...others] = under;
    cells[first]?.push({ x1, x2, ...rest });
    for (const other of others) covered.add(other);
  }
  return cells.map((cell, index) => (cell.length === 0 && covered.has(index) ? undefined : cell));
}
