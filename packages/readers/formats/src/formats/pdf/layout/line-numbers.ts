import type { PageModel, TextRun } from '../page-model.ts';
import { isCode } from './inlines.ts';

/** Fewer may be the numbers of a table's rows. */
const minNumbers = 10;
/** Points that the edges of numbers below each other differ by. */
const sameEdge = 1.5;
/** Share of the steps from one number to the next that are of one. */
const minSteadyShare = 0.9;
/** Of the size of the page's text: numbers in the margin are smaller. */
const smaller = 0.9;
/** Share of the other text that stands on one side of them. */
const minOutsideShare = 0.97;

const isNumber = ({ text, turns }: TextRun) => turns === 0 && /^\s*\d{1,5}\s*$/.test(text);

/** Runs below each other whose edges are the same. */
function* groupByEdge(runs: readonly TextRun[], edgeOf: (run: TextRun) => number): Generator<TextRun[]> {
  let group: TextRun[] = [];
  for (const run of runs.toSorted((a, b) => edgeOf(a) - edgeOf(b))) {
    const [first] = group;
    if (first && edgeOf(run) - edgeOf(first) > sameEdge) {
      yield group;
      group = [];
    }
    group.push(run);
  }
  yield group;
}

function areCounted(numbers: readonly TextRun[]): boolean {
  const values = numbers.toSorted((a, b) => a.y - b.y).map(({ text }) => Number(text));
  const steady = values.filter((value, index) => index > 0 && value - (values[index - 1] ?? 0) === 1).length;
  return steady >= minSteadyShare * (values.length - 1);
}

const leftOf = (runs: readonly TextRun[]) => Math.min(...runs.map(({ x }) => x));
const rightOf = (runs: readonly TextRun[]) => Math.max(...runs.map(({ x, width }) => x + width));

/** Whether numbers stand in a margin: smaller than the text, all of which is on one side of them. */
function areInMargin(numbers: readonly TextRun[], others: readonly TextRun[]): boolean {
  const [left, right] = [leftOf(numbers), rightOf(numbers)];
  const size = Math.max(...numbers.map((run) => run.size));
  let [all, larger, before, behind] = [0, 0, 0, 0];
  for (const { x, width, size: other, text } of others) {
    all += text.length;
    if (size < smaller * other) larger += text.length;
    if (x >= right) behind += text.length;
    if (x + width <= left) before += text.length;
  }
  return larger > all / 2 && Math.max(before, behind) >= minOutsideShare * all;
}

/** In units of the font's size: how far apart a line and its number may be drawn. */
const sameLine = 0.3;

/** Whether most numbers stand beside lines of code, which keep them. */
function areOfListing(numbers: readonly TextRun[], others: readonly TextRun[]): boolean {
  const code = others.filter(isCode);
  const isBeside = ({ x, y, size }: TextRun) =>
    code.some((run) => run.x > x && Math.abs(run.y - y) < sameLine * size);
  return numbers.filter(isBeside).length > numbers.length / 2;
}

/** The page without the numbers that review copies have beside their lines. */
export function withoutLineNumbers(page: PageModel): PageModel {
  const candidates = page.runs.filter(isNumber);
  if (candidates.length < minNumbers) return page;
  for (const edgeOf of [({ x, width }: TextRun) => x + width, ({ x }: TextRun) => x])
    for (const numbers of groupByEdge(candidates, edgeOf)) {
      if (numbers.length < minNumbers || !areCounted(numbers)) continue;
      // Those of fewer digits may have another edge.
      const [left, right] = [leftOf(numbers), rightOf(numbers)];
      const known = new Set(candidates.filter(({ x, width }) => x + width > left && x < right));
      const others = page.runs.filter((run) => !known.has(run));
      if (areInMargin([...known], others) && !areOfListing([...known], others))
        return withoutLineNumbers({ ...page, runs: others });
    }
  return page;
}
