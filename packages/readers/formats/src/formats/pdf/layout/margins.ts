import type { PageModel, TextRun } from '../page-model.ts';

/** Heads and feet stand in this share of a page, at its top and at its bottom. */
export const margin = 0.12;
/** Points by which a line may be higher or lower on another page. */
const placeGrain = 4;

/** Whether a run stands in this share of its page, at its top or at its bottom. */
export const isInMargin = ({ y }: TextRun, { height }: PageModel, share: number) =>
  y < height * share || y > height * (1 - share);

/** A line of a margin without what changes from page to page: numbers, also Roman ones. */
export function keyOf(runs: readonly TextRun[], page: PageModel): string {
  const text = runs
    .map((run) => run.text)
    .join(' ')
    .trim();
  const [first] = runs;
  const y = first
    ? Math.round((first.y < page.height / 2 ? first.y : first.y - page.height) / placeGrain)
    : 0;
  return `${y}/${text.replace(/\d+/g, '#').replace(/^[ivxlc]+$/i, '#')}`;
}
