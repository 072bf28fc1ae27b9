import { readFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { asUnreadable } from '../../as-unreadable.ts';
import type { Block } from '../../document-tree/tree.ts';
import { writeBlocks } from '../../document-tree/write-blocks.ts';
import type { Format } from '../../format.ts';
import { readWithFallback } from './fallback/read-with-fallback.ts';
import { BlockBuilder } from './layout/block-builder.ts';
import { mayBeHeading } from './layout/lines.ts';
import { type Part, readParts } from './layout/read-blocks.ts';
import { findRunningHeads, type RunningHeads } from './layout/running-heads.ts';
import { uprightPage } from './layout/turn-page.ts';
import { createTypography, type LineStyle, measureBody, type Typography } from './layout/typography.ts';
import type { PageModel } from './page-model.ts';
import { hasTextLayer } from './text-layer.ts';

/** Pages by which a document's looks are judged; the others are read one by one. */
const sampledPages = 80;

const partsOf = (page: PageModel, heads: RunningHeads): Part[] => [
  ...readParts({ ...page, runs: heads.without(page) }),
];

/** Looks at the first pages: what the body is set in, and what headings look like. */
function studyLooks(pages: readonly PageModel[], parts: readonly Part[]): Typography {
  const body = measureBody(pages);
  const headings: LineStyle[] = [];
  for (const part of parts)
    if (part.kind === 'line' && mayBeHeading(part.line, body)) headings.push(part.line);
  return createTypography(body, headings);
}

async function* readBlocks(pages: AsyncIterator<PageModel>): AsyncGenerator<Block> {
  const sample: PageModel[] = [];
  while (sample.length < sampledPages) {
    const next = await pages.next();
    if (next.done) break;
    sample.push(uprightPage(next.value));
  }
  const heads = findRunningHeads(sample);
  const studied = sample.flatMap((page) => partsOf(page, heads));
  const builder = new BlockBuilder(studyLooks(sample, studied));
  sample.length = 0;
  for (let part = studied.shift(); part; part = studied.shift()) yield* builder.add(part);
  for (let next = await pages.next(); !next.done; next = await pages.next())
    for (const part of partsOf(uprightPage(next.value), heads)) yield* builder.add(part);
  yield* builder.end();
}

/** Refuses a document that is nothing but pictures of text, once all of it was seen and nothing of it was written. */
async function* requireText(pages: AsyncIterable<PageModel>): AsyncGenerator<PageModel> {
  const pictures: PageModel[] = [];
  let hasText = false;
  let lacksText = false;
  let glyphs = 0;
  for await (const page of pages) {
    glyphs += page.glyphs - page.unknownGlyphs;
    const isGood = hasTextLayer(page);
    hasText ||= isGood && page.glyphs > 0;
    lacksText ||= !isGood;
    if (!hasText && pictures.length < sampledPages) {
      pictures.push(page);
      continue;
    }
    yield* pictures.splice(0);
    yield page;
  }
  if (!hasText && lacksText)
    throw new AppError(
      'DOCUMENT_EMPTY',
      'The PDF holds pictures of pages and hardly any text: ingest it with ocrConfig { "strategy": "STANDARD_OCR" }',
    );
  if (glyphs === 0) throw new AppError('DOCUMENT_EMPTY', 'The PDF has no text');
  yield* pictures;
}

/** Documents in PDF: their text, with the structure that its layout tells. */
export const pdf: Format = {
  name: 'PDF',
  mimeType: 'application/pdf',
  matches: ({ signature }) => signature?.mimeType === 'application/pdf',
  async *convert({ path }) {
    const pages = readWithFallback(await readFile(path));
    yield* asUnreadable('PDF', writeBlocks(readBlocks(requireText(pages))));
  },
};
