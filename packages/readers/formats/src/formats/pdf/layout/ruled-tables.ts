import type { Rule } from '../page-model.ts';
import { type Segment, toRows } from './segments.ts';
import { readUnruledRows } from './unruled-rows.ts';

/** A table whose cells are parted by lines. */
export interface RuledTable {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  /** Segments of each cell, row by row; undefined where a cell before or above reaches over. */
  readonly rows: readonly (readonly (readonly Segment[] | undefined)[])[];
  /** Left edges of its columns, in points. */
  readonly places: readonly number[];
  /** Whether its cells are known by the document's tags. */
  readonly isTagged?: boolean;
}

const tolerance = 3;
const maxLines = 400;

/** Values that are nearly the same are one. */
function cluster(values: readonly number[]): number[] {
  const clusters: number[] = [];
  for (const value of [...values].sort((a, b) => a - b)) {
    const last = clusters.at(-1);
    if (last === undefined || value - last > tolerance) clusters.push(value);
  }
  return clusters;
}

const isHorizontal = ({ y1, y2 }: Rule) => y2 - y1 <= tolerance;

const touch = (a: Rule, b: Rule) =>
  a.x1 <= b.x2 + tolerance &&
  b.x1 <= a.x2 + tolerance &&
  a.y1 <= b.y2 + tolerance &&
  b.y1 <= a.y2 + tolerance;

interface RuleGroup {
  /** Smallest rectangle around its rules. */
  bounds: Rule;
  readonly rules: Rule[];
}

const around = (a: Rule, b: Rule): Rule => ({
  x1: Math.min(a.x1, b.x1),
  y1: Math.min(a.y1, b.y1),
  x2: Math.max(a.x2, b.x2),
  y2: Math.max(a.y2, b.y2),
});

/** Rules that touch each other, directly or through others. */
function groupRules(rules: readonly Rule[]): Rule[][] {
  let groups: RuleGroup[] = [];
  for (const rule of rules.slice(0, maxLines * 5)) {
    const isTouched = ({ bounds, rules }: RuleGroup) =>
      touch(rule, bounds) && rules.some((other) => touch(rule, other));
    const touching = groups.filter(isTouched);
    const [first] = touching;
    if (first && touching.length === 1) {
      first.rules.push(rule);
      first.bounds = around(first.bounds, rule);
      continue;
    }
    const bounds = touching.reduce((bounds, group) => around(bounds, group.bounds), rule);
    const merged = { bounds, rules: [rule, ...touching.flatMap((group) => group.rules)] };
    groups = [...groups.filter((group) => !touching.includes(group)), merged];
  }
  return groups.map((group) => group.rules);
}

/** Whether rules lie on a border for most of its length. */
function isDrawn(
  rules: readonly Rule[],
  [x1, y1, x2, y2]: readonly [number, number, number, number],
): boolean {
  const vertical = x1 === x2;
  const [start, end] = vertical ? [y1, y2] : [x1, x2];
  let covered = 0;
  for (const rule of rules) {
    const isOn = vertical
      ? !isHorizontal(rule) && Math.abs((rule.x1 + rule.x2) / 2 - x1) <= tolerance
      : isHorizontal(rule) && Math.abs((rule.y1 + rule.y2) / 2 - y1) <= tolerance;
    if (!isOn) continue;
    const [from, to] = vertical ? [rule.y1, rule.y2] : [rule.x1, rule.x2];
    covered += Math.max(0, Math.min(end, to + tolerance) - Math.max(start, from - tolerance));
  }
  return covered >= 0.7 * (end - start);
}

const center = ({ x1, x2, y, size }: Segment): [number, number] => [(x1 + x2) / 2, y - size * 0.3];

/** Runs of a segment that reaches over a line of the table go to their own cells. */
function splitAtLines(segment: Segment, all: readonly number[], rules: readonly Rule[]): Segment[] {
  const height = segment.y - segment.size * 0.3;
  const lines = all.filter(
    (x) =>
      segment.x1 >= x - tolerance ||
      segment.x2 <= x + tolerance ||
      isDrawn(rules, [x, height - 1, x, height + 1]),
  );
  if (!lines.some((x) => segment.x1 < x - tolerance && segment.x2 > x + tolerance)) return [segment];
  const groups = Map.groupBy(segment.runs, (run) => lines.findLastIndex((x) => run.x + run.width / 2 > x));
  return [...groups.values()].map((runs) => ({
    ...segment,
    x1: Math.min(...runs.map(({ x }) => x)),
    x2: Math.max(...runs.map(({ x, width }) => x + width)),
    runs,
  }));
}

/** An edge where at least two rules end, that far beyond the lines that cross them. */
function openEdge(ends: readonly number[], lines: readonly number[], side: 'first' | 'last'): number[] {
  const edge = side === 'first' ? Math.min(...ends) : Math.max(...ends);
  const line = (side === 'first' ? lines[0] : lines.at(-1)) ?? edge;
  const isFarther = side === 'first' ? edge < line - 2 * tolerance : edge > line + 2 * tolerance;
  return isFarther && ends.filter((end) => Math.abs(end - edge) <= tolerance).length >= 2 ? [edge] : [];
}

/** The lines of a table, with the edges of one whose sides are not drawn: the rules of its other direction end there. */
function linesOf(rules: readonly Rule[]): Lines {
  const horizontal = rules.filter(isHorizontal);
  const vertical = rules.filter((rule) => !isHorizontal(rule));
  const xs = cluster(vertical.map(({ x1, x2 }) => (x1 + x2) / 2));
  const ys = cluster(horizontal.map(({ y1, y2 }) => (y1 + y2) / 2));
  const ends = (some: readonly Rule[], end: keyof Rule) => some.map((rule) => rule[end]);
  return {
    xs: [
      ...openEdge(ends(horizontal, 'x1'), xs, 'first'),
      ...xs,
      ...openEdge(ends(horizontal, 'x2'), xs, 'last'),
    ],
    ys: [
      ...openEdge(ends(vertical, 'y1'), ys, 'first'),
      ...ys,
      ...openEdge(ends(vertical, 'y2'), ys, 'last'),
    ],
  };
}

interface Lines {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

/** Whether what stands between two lines is a title or notes in the frame of a table: lines of text across columns that nothing parts there. */
function isAcross(rules: readonly Rule[], segments: readonly Segment[], { xs, ys }: Lines): boolean {
  const [top, bottom] = [ys[0] as number, ys[1] as number];
  const inner = xs.slice(1, -1);
  const rows = toRows(
    segments.filter((segment) => {
      const [x, y] = center(segment);
      return y > top && y < bottom && x > (xs[0] as number) && x < (xs.at(-1) as number);
    }),
  );
  const reachesOver = ({ x1, x2 }: Segment) => inner.some((x) => x1 < x - tolerance && x2 > x + tolerance);
  return (
    rows.every((row) => row.segments.length === 1) &&
    rows.some((row) => row.segments.some(reachesOver)) &&
    !inner.some((x) => isDrawn(rules, [x, top, x, bottom]))
  );
}

/** The lines of a table without its title and its notes, which stand in its frame. */
function withoutFrame(rules: readonly Rule[], segments: readonly Segment[], { xs, ys }: Lines): Lines {
  let [first, last] = [0, ys.length - 1];
  while (last - first > 1 && isAcross(rules, segments, { xs, ys: ys.slice(first, first + 2) })) first++;
  while (last - first > 1 && isAcross(rules, segments, { xs, ys: ys.slice(last - 1, last + 1) })) last--;
  return { xs, ys: ys.slice(first, last + 1) };
}

/** Returns the table that rules form; boxes without a grid are a form, regardless of their content. */
function toTable(rules: readonly Rule[], segments: readonly Segment[]): RuledTable | undefined {
  const lines = linesOf(rules);
  if (lines.xs.length > maxLines || lines.ys.length > maxLines) return undefined;
  const inner = withoutFrame(rules, segments, lines);
  const table = tableWithin(inner, rules, segments);
  const isWhole = inner.ys.length === lines.ys.length;
  return isWhole || (table && !isForm(table)) ? table : tableWithin(lines, rules, segments);
}

function tableWithin(
  { xs, ys }: Lines,
  rules: readonly Rule[],
  segments: readonly Segment[],
): RuledTable | undefined {
  if (xs.length < 3 || ys.length < 2) return undefined;
  const [x1, x2] = [xs[0] as number, xs.at(-1) as number];
  const [y1, y2] = [ys[0] as number, ys.at(-1) as number];
  const cells = new Map<string, Segment[]>();
  const bands: Segment[][] = ys.slice(1).map(() => []);
  let held = 0;
  for (const segment of segments.flatMap((one) => splitAtLines(one, xs, rules))) {
    const [x, y] = center(segment);
    const [column, row] = [xs.findLastIndex((line) => line <= x), ys.findLastIndex((line) => line <= y)];
    const key = `${row}/${column}`;
    if (column < 0 || row < 0 || column >= xs.length - 1 || row >= ys.length - 1) continue;
    cells.set(key, [...(cells.get(key) ?? []), segment]);
    bands[row]?.push(segment);
    held++;
  }
  if (held < 2 || cells.size < 2) return undefined;
  const unruled = readUnruledRows(
    bands.filter(({ length }) => length > 0),
    xs,
  );
  if (unruled) return { x1, y1, x2, y2, ...unruled };
  const rows = ys.slice(0, -1).map((top, row) =>
    xs.slice(0, -1).map((left, column) => {
      const bottom = ys[row + 1] as number;
      const own = cells.get(`${row}/${column}`) ?? [];
      const reachesOver = column > 0 && own.length === 0 && !isDrawn(rules, [left, top, left, bottom]);
      return reachesOver ? undefined : own;
    }),
  );
  const filled = rows.filter((row) => row.some((cell) => cell && cell.length > 0));
  return { x1, y1, x2, y2, rows: filled, places: xs.slice(0, -1) };
}

/** The tables that lines make on a page; boxes around text, underlines and rules between sections are none. */
export function findRuledTables(rules: readonly Rule[], segments: readonly Segment[]): RuledTable[] {
  if (rules.length < 5) return [];
  return groupRules(rules)
    .filter((group) => group.length >= 5)
    .flatMap((group) => toTable(group, segments) ?? [])
    .filter(
      ({ rows }) => rows.length >= 1 && rows.some((row) => row.filter((cell) => cell?.length).length >= 2),
    );
}

/** Fewer columns are those of a table, however much of it is empty. */
const minFormColumns = 8;
const minFilledShare = 0.25;
const maxAloneShare = 0.8;

/** Whether lines part the boxes of a form, or of a drawing, rather than rows and columns: most of its cells are empty, or stand alone in their rows. */
export function isForm({ rows, places }: RuledTable): boolean {
  const filled = rows.map((row) => row.filter((cell) => cell && cell.length > 0).length);
  const share = filled.reduce((sum, count) => sum + count, 0) / (rows.length * places.length);
  const alone = filled.filter((count) => count <= 1).length / rows.length;
  return (
    (places.length >= minFormColumns && share < minFilledShare) ||
    (rows.length >= 3 && alone >= maxAloneShare)
  );
}
