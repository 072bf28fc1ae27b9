import { AppError } from '@docfleet/errors';
import { sampledPages } from './layout/read-document.ts';
import type { PageModel } from './page-model.ts';
import { hasTextLayer } from './text-layer.ts';

/** Refuses a document that is nothing but pictures of text, once all of it was seen and nothing of it was written. */
export async function* requireText(pages: AsyncIterable<PageModel>): AsyncGenerator<PageModel> {
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
