import type { Block } from '../../../document-tree/tree.ts';
import type { PageModel } from '../page-model.ts';
import { BlockBuilder } from './block-builder.ts';
import { mayBeHeading } from './lines.ts';
import { type Part, readParts } from './read-blocks.ts';
import { findRunningHeads, type RunningHeads } from './running-heads.ts';
import { uprightPage } from './turn-page.ts';
import { createTypography, type LineStyle, measureBody, type Typography } from './typography.ts';

/** Pages by which a document's looks are judged; the others are read one by one. */
export const sampledPages = 80;

function* partsOf(page: PageModel, heads: RunningHeads): Generator<Part> {
  yield* readParts({ ...page, runs: heads.without(page) });
}

/** Looks at the first pages: what the body is set in, and what headings look like. */
function studyLooks(pages: readonly PageModel[], heads: RunningHeads): Typography {
  const body = measureBody(pages);
  const headings: LineStyle[] = [];
  for (const page of pages)
    for (const part of partsOf(page, heads))
      if (part.kind === 'line' && mayBeHeading(part.line, body)) headings.push(part.line);
  return createTypography(body, headings);
}

/** The blocks of a document, with the structure that the layout of its pages tells. */
export async function* readDocument(pages: AsyncIterable<PageModel>): AsyncGenerator<Block> {
  const rest = pages[Symbol.asyncIterator]();
  const sample: PageModel[] = [];
  while (sample.length < sampledPages) {
    const next = await rest.next();
    if (next.done) break;
    sample.push(uprightPage(next.value));
  }
  const heads = findRunningHeads(sample);
  const builder = new BlockBuilder(studyLooks(sample, heads));
  const add = function* (page: PageModel): Generator<Block> {
    for (const part of partsOf(page, heads)) yield* builder.add(part);
  };
  for (let page = sample.shift(); page; page = sample.shift()) yield* add(page);
  for (let next = await rest.next(); !next.done; next = await rest.next())
    yield* add(uprightPage(next.value));
  yield* builder.end();
}
