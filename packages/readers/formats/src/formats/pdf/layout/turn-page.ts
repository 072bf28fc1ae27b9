import type { LinkArea, PageModel, Rule, TextRun } from '../page-model.ts';

type Turns = TextRun['turns'];

/** The direction in which most of the text of a page runs. */
function mainTurns(runs: readonly TextRun[]): Turns {
  const lengths = [0, 0, 0, 0];
  for (const { turns, text } of runs) lengths[turns] = (lengths[turns] ?? 0) + text.length;
  return lengths.indexOf(Math.max(...lengths)) as Turns;
}

/** A place on a page that is turned back by so many quarters. */
function turnPoint(x: number, y: number, turns: Turns, { width, height }: PageModel): [number, number] {
  if (turns === 1) return [y, width - x];
  if (turns === 2) return [width - x, height - y];
  return turns === 3 ? [height - y, x] : [x, y];
}

function turnRun(run: TextRun, turns: Turns, page: PageModel): TextRun {
  const [startX, startY] =
    turns === 2 ? [run.x + run.width, run.y] : turns === 3 ? [run.x, run.y + run.width] : [run.x, run.y];
  const [x, y] = turnPoint(startX, startY, turns, page);
  return { ...run, x, y, turns: 0 };
}

function turnArea<Area extends Rule>(area: Area, turns: Turns, page: PageModel): Area {
  const [ax, ay] = turnPoint(area.x1, area.y1, turns, page);
  const [bx, by] = turnPoint(area.x2, area.y2, turns, page);
  return { ...area, x1: Math.min(ax, bx), y1: Math.min(ay, by), x2: Math.max(ax, bx), y2: Math.max(ay, by) };
}

function setUpright(page: PageModel, turns: Turns): PageModel {
  const runs = page.runs.filter((run) => run.turns === turns);
  if (turns === 0) return { ...page, runs };
  const [width, height] = turns === 2 ? [page.width, page.height] : [page.height, page.width];
  return {
    ...page,
    whole: { x: 0, y: 0, width: page.width, height: page.height },
    width,
    height,
    runs: runs.map((run) => turnRun(run, turns, page)),
    rules: page.rules.map((rule) => turnArea(rule, turns, page)),
    links: page.links.map((link: LinkArea) => turnArea(link, turns, page)),
  };
}

const directions: readonly Turns[] = [0, 1, 2, 3];

/** The page with its main text upright, and beside it the text that runs otherwise. */
export function uprightPage(page: PageModel): PageModel {
  const turns = mainTurns(page.runs);
  if (turns === 0 && page.runs.every((run) => run.turns === 0)) return page;
  const others = directions.filter(
    (other) => other !== turns && page.runs.some((run) => run.turns === other),
  );
  const upright = setUpright(page, turns);
  if (others.length === 0) return upright;
  return { ...upright, turned: others.map((other) => ({ ...setUpright(page, other), rules: [] })) };
}
