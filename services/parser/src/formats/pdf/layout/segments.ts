import type { TextRun } from '../page-model.ts';

/** Text of one line without a gap that a reader would see as one. */
export interface Segment {
  readonly x1: number;
  readonly x2: number;
  /** Where its letters stand. */
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

/** Whether a smaller run is raised or lowered beside a larger one, like a note's number. */
function isBeside(small: TextRun, large: TextRun): boolean {
  const { size, x, y, width } = large;
  if (small.size >= size * 0.85 || small.y < y - size * 0.7 || small.y > y + size * 0.4) return false;
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
    if (open.length > 0 && run.x - right > segmentGap * Math.max(run.size, open.at(-1)?.size ?? 0)) {
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

/** The rows of a page from top to bottom. Text that is drawn twice at the same place, to look bold, is taken once. */
export function findRows(runs: readonly TextRun[]): Row[] {
  const seen = new Map<string, Set<number>>();
  const drawn = runs.filter((run) => {
    if (isBlank(run) || run.size < 1) return false;
    const places = seen.get(run.text) ?? new Set();
    const place = Math.round(run.x) * farthest + Math.round(run.y);
    if (places.has(place)) return false;
    seen.set(run.text, places.add(place));
    return true;
  });
  return groupRows(drawn.map(trimRun)).map((row) => ({ y: row.y, size: row.size, segments: cutRow(row) }));
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
