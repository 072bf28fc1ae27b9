import { AppError } from '@docfleet/errors';
import type { Source } from '../../format.ts';
import { sampledPages } from './layout/read-document.ts';
import type { PageModel } from './page-model.ts';
import { hasTextLayer, maxUnknown } from './text-layer.ts';

const unreadable = (page: PageModel) =>
  page.unknownGlyphs > maxUnknown * page.glyphs
    ? 'The letters of the page have no stated meaning, and OCR was not requested: ingest it with ocrConfig { "strategy": "STANDARD_OCR" }'
    : 'The page is a picture or a drawing without text of its own, and OCR was not requested: ingest it with ocrConfig { "strategy": "STANDARD_OCR" }';

/** Refuses a document that is nothing but pictures of text, once all of it was seen and nothing of it was written; reports single ones. */
export async function* requireText(
  pages: AsyncIterable<PageModel>,
  { reportNotRead }: Pick<Source, 'reportNotRead'>,
): AsyncGenerator<PageModel> {
  const pictures: PageModel[] = [];
  let hasText = false;
  let lacksText = false;
  let isEmpty = true;
  let hidesText = false;
  for await (const page of pages) {
    isEmpty &&= page.runs.length === 0;
    hidesText ||= (page.notRead ?? []).some(({ what }) => what === 'HIDDEN_TEXT' || what === 'LAYER');
    const isGood = hasTextLayer(page);
    hasText ||= isGood && page.runs.length > 0;
    lacksText ||= !isGood;
    if (!isGood) reportNotRead({ what: 'PAGE', where: `page ${page.number}`, why: unreadable(page) });
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
  if (isEmpty && hidesText)
    throw new AppError(
      'DOCUMENT_EMPTY',
      'All text of the PDF is hidden from its readers, in layers that are off or in the color of the page: it is not read',
    );
  if (isEmpty) throw new AppError('DOCUMENT_EMPTY', 'The PDF has no text');
  yield* pictures;
}
