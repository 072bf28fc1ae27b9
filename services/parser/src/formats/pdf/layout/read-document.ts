import type { Block } from '../../../document-tree/tree.ts';
import type { PageModel } from '../page-model.ts';
import { BlockBuilder } from './block-builder.ts';
import { createKnownHeadings, type KnownHeading, type KnownHeadings } from './known-headings.ts';
import { withoutLineNumbers } from './line-numbers.ts';
import { mayBeHeading } from './lines.ts';
import { type Part, readParts } from './read-blocks.ts';
import { findRunningHeads, type RunningHeads } from './running-heads.ts';
import { uprightPage } from './turn-page.ts';
import {
  type BodyLook,
  createTypography,
  type LineStyle,
  measureBody,
  type Typography,
} from './typography.ts';

/** Pages by which a document's looks are judged; the others are read one by one. */
export const sampledPages = 80;

/** What a document says of itself, beside its pages. */
export interface DocumentFacts {
  readonly outline: readonly KnownHeading[];
  readonly pageCount: number;
}

const nothingKnown: DocumentFacts = { outline: [], pageCount: 0 };

/** The page upright, without what is no part of its text. */
const preparePage = (page: PageModel) => withoutLineNumbers(uprightPage(page));

function partsOf(page: PageModel, heads: RunningHeads, known: KnownHeadings): readonly Part[] {
  return known.mark([...readParts({ ...page, runs: heads.without(page) })], page.number);
}

/** Looks at the first pages: what the body is set in, and what headings look like. */
function studyLooks(body: BodyLook, parts: readonly Part[]): Typography {
  const headings: LineStyle[] = [];
  for (const part of parts)
    if (part.kind === 'line' && mayBeHeading(part.line, body)) headings.push(part.line);
  return createTypography(body, headings);
}

/** Pages with as many headings by their tags are tagged well enough to be believed. */
const leastTagged = 1 / 3;

const areTagged = (parts: readonly Part[], pages: number) =>
  parts.filter((part) => part.kind === 'line' && part.line.known?.isTagged).length >=
  Math.max(2, pages * leastTagged);

/** The blocks of a document, with the structure that the layout of its pages tells. */
export async function* readDocument(
  pages: AsyncIterable<PageModel>,
  { outline, pageCount }: DocumentFacts = nothingKnown,
): AsyncGenerator<Block> {
  const rest = pages[Symbol.asyncIterator]();
  const sample: PageModel[] = [];
  while (sample.length < sampledPages) {
    const next = await rest.next();
    if (next.done) break;
    sample.push(preparePage(next.value));
  }
  const known = createKnownHeadings(outline, pageCount);
  const body = measureBody(sample);
  const heads = findRunningHeads(sample, body);
  const studied = sample.flatMap((page) => partsOf(page, heads, known));
  const areKnown = known.areComplete || areTagged(studied, sample.length);
  const builder = new BlockBuilder(studyLooks(body, studied), areKnown);
  sample.length = 0;
  for (const part of studied) yield* builder.add(part);
  studied.length = 0;
  for (let next = await rest.next(); !next.done; next = await rest.next())
    for (const part of partsOf(preparePage(next.value), heads, known)) yield* builder.add(part);
  yield* builder.end();
}
