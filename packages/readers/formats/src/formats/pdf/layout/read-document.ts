import type { NotReadReport } from '@docfleet/text/not-read';
import type { Block } from '../../../document-tree/tree.ts';
import type { LinkArea, PageModel, Rule, TextRun } from '../page-model.ts';
import { BlockBuilder } from './block-builder.ts';
import { findCodeFaces } from './code-faces.ts';
import { markFrontMatter } from './front-matter.ts';
import { Interruptions } from './interruptions.ts';
import { createKnownHeadings, type KnownHeading, type KnownHeadings } from './known-headings.ts';
import { type Line, mayBeHeading, withoutLineNumbers } from './lines.ts';
import { type Part, readParts } from './read-blocks.ts';
import { findRunningHeads, type RunningHeads } from './running-heads.ts';
import { TextLoss } from './text-loss.ts';
import {
  type BodyLook,
  createTypography,
  type LineStyle,
  measureBody,
  type Typography,
} from './typography.ts';

type Turns = TextRun['turns'];

/** The direction in which most of the text of a page runs. */
function mainTurns(runs: readonly TextRun[]): Turns {
  const lengths = [0, 0, 0, 0];
  for (const { turns, text } of runs) lengths[turns] = (lengths[turns] ?? 0) + text.length;
  return lengths.indexOf(Math.max(...lengths)) as Turns;
}

/** Returns a point of a page after turning the page back by `turns` quarters. */
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
function uprightPage(page: PageModel): PageModel {
  const turns = mainTurns(page.runs);
  if (turns === 0 && page.runs.every((run) => run.turns === 0)) return page;
  const others = directions.filter(
    (other) => other !== turns && page.runs.some((run) => run.turns === other),
  );
  const upright = setUpright(page, turns);
  if (others.length === 0) return upright;
  return { ...upright, turned: others.map((other) => ({ ...setUpright(page, other), rules: [] })) };
}

/** Points: smaller than any text that is read as a heading. */
const maxSize = 6;
/** Minimum length of a repeated text along the margins of several pages that counts as a stamp. */
const longStamp = 20;

/**
 * The lines of a page that run in other directions than its text. They come behind it, as notes do, and what stands along many pages comes
 * once: `seen` has the texts so far.
 */
function* turnedParts({ turned = [] }: PageModel, seen: Set<string>): Generator<Part> {
  for (const page of turned)
    for (const part of readParts(page, () => false)) {
      if (part.kind !== 'line') {
        yield { ...part, breaks: false };
        continue;
      }
      const { known: _, ...line } = part.line;
      if (line.text.length > longStamp && seen.has(line.text)) continue;
      seen.add(line.text);
      const size = Math.min(line.size, maxSize);
      yield { ...part, breaks: false, line: { ...line, size, bold: false, isNote: true } };
    }
}

/** Pages by which a document's looks are judged; the others are read one by one. */
export const sampledPages = 80;

/** Facts about a document beside its pages. */
export interface DocumentFacts {
  readonly outline: readonly KnownHeading[];
  readonly pageCount: number;
  /** Takes what of the text is left out. */
  readonly reportNotRead?: (report: NotReadReport) => void;
}

/** Fewer lines say nothing of the distance between all of them. */
const minLines = 5;

const nothingKnown: DocumentFacts = { outline: [], pageCount: 0 };

/** The page upright, without what is no part of its text. */
const preparePage = (page: PageModel) => withoutLineNumbers(uprightPage(page));

interface Reading {
  readonly body: BodyLook;
  readonly heads: RunningHeads;
  readonly known: KnownHeadings;
  readonly seenTurned: Set<string>;
  readonly loss: TextLoss;
}

/** The page with the runs in faces of code as those of a typewriter. */
function withCode(page: PageModel, faces: ReadonlySet<string>): PageModel {
  if (faces.size === 0) return page;
  const isCode = ({ font }: TextRun) => faces.has(font.name) && !font.monospaced;
  const runs = page.runs.map((run) =>
    isCode(run) ? { ...run, font: { ...run.font, monospaced: true } } : run,
  );
  return { ...page, runs };
}

const withoutWeight = (run: TextRun): TextRun => ({ ...run, font: { ...run.font, bold: false } });

function partsOf(page: PageModel, { body, heads, known, seenTurned, loss }: Reading): Part[] {
  const own = heads.without(page);
  const runs = body.isBoldMeaningless ? own.map(withoutWeight) : own;
  const isTitle = (text: string) => known.isTitle(text, page.number);
  const parts = known.mark([...readParts({ ...page, runs }, isTitle)], page.number);
  const all = [...parts, ...turnedParts(page, seenTurned)];
  loss.add(page, all);
  return all;
}

/** In units of the font's size: lines of text are at most so far below each other, unless the document is set with more room. */
const defaultDistance = 1.75;
const widestDistance = 3;
const distanceGrain = 20;

/** How far below each other the lines of one paragraph are, as manuscripts with double spacing have more room between all of them. */
function measureDistance({ bodySize }: BodyLook, parts: readonly Part[]): number {
  const counts = new Map<number, number>();
  let above: Line | undefined;
  for (const part of parts) {
    const line = part.kind === 'line' && !part.breaks ? part.line : undefined;
    if (above && line && above.x2 > above.right - 0.15 * (above.right - above.left)) {
      const distance = Math.round(((line.y - above.y) / bodySize) * distanceGrain) / distanceGrain;
      counts.set(distance, (counts.get(distance) ?? 0) + 1);
    }
    above = part.kind === 'line' && Math.abs(part.line.size - bodySize) < 0.6 ? part.line : undefined;
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  const isUsed = most !== undefined && most[1] >= minLines && most[0] <= widestDistance;
  return Math.max(defaultDistance, isUsed ? most[0] + 0.2 : 0);
}

/** Looks at the first pages: what the body is set in, and what headings look like. */
function studyLooks(body: BodyLook, parts: readonly Part[]): Typography {
  const headings: LineStyle[] = [];
  for (const part of parts)
    if (part.kind === 'line' && mayBeHeading(part.line, body)) headings.push(part.line);
  return createTypography(body, headings, measureDistance(body, parts));
}

/** Pages with as many headings by their tags are tagged well enough to be believed. */
const minTaggedShare = 1 / 3;

const areTagged = (parts: readonly Part[], pages: number) =>
  parts.filter((part) => part.kind === 'line' && part.line.known?.isTagged).length >=
  Math.max(2, pages * minTaggedShare);

/** The blocks of a document, with the structure that the layout of its pages shows. */
export async function* readDocument(
  pages: AsyncIterable<PageModel>,
  { outline, pageCount, reportNotRead = () => undefined }: DocumentFacts = nothingKnown,
): AsyncGenerator<Block> {
  const rest = pages[Symbol.asyncIterator]();
  const pagesRead: PageModel[] = [];
  while (pagesRead.length < sampledPages) {
    const next = await rest.next();
    if (next.done) break;
    pagesRead.push(preparePage(next.value));
  }
  const faces = findCodeFaces(pagesRead);
  const sample = pagesRead.splice(0).map((page) => withCode(page, faces));
  const known = createKnownHeadings(outline, pageCount);
  const body = measureBody(sample);
  const heads = findRunningHeads(sample, body);
  const loss = new TextLoss(reportNotRead);
  const reading = { body, heads, known, seenTurned: new Set<string>(), loss };
  const studied = sample.flatMap((page) => partsOf(page, reading));
  const areKnown = known.areComplete || areTagged(studied, sample.length);
  markFrontMatter(studied, body, areKnown);
  const interruptions = new Interruptions(body);
  const builder = new BlockBuilder(studyLooks(body, studied), areKnown);
  sample.length = 0;
  for (const part of studied) for (const next of interruptions.add(part)) yield* builder.add(next);
  studied.length = 0;
  for (let next = await rest.next(); !next.done; next = await rest.next())
    for (const part of partsOf(withCode(preparePage(next.value), faces), reading))
      for (const ordered of interruptions.add(part)) yield* builder.add(ordered);
  loss.end();
  for (const part of interruptions.end()) yield* builder.add(part);
  yield* builder.end();
}
