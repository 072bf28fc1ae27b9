import { AppError } from '@docfleet/errors';
import type { Source } from '../../format.ts';
import { sampledPages } from './layout/read-document.ts';
import type { PageModel } from './page-model.ts';

/** Fewer characters beside a picture that fills the page are a stamp or a number. */
const fewCharacters = 25;
const largePicture = 0.5;
/** Share of characters whose meaning is unknown, from which on a page is as good as a picture. */
const maxUnknown = 0.5;

type Measures = Pick<PageModel, 'glyphs' | 'unknownGlyphs' | 'imageShare'>;

/** Whether a page's own text says what a reader sees on it; if not, OCR has to read its picture. */
export function hasTextLayer({ glyphs, unknownGlyphs, imageShare }: Measures): boolean {
  const known = glyphs - unknownGlyphs;
  if (glyphs > 0 && unknownGlyphs > maxUnknown * glyphs) return false;
  return known >= fewCharacters || imageShare < largePicture;
}

const unreadable = (page: PageModel) =>
  page.unknownGlyphs > maxUnknown * page.glyphs
    ? 'The letters of the page have no stated meaning, and OCR was not requested: ingest it with ocrConfig { "strategy": "STANDARD_OCR" }'
    : 'The page is a picture without text of its own, and OCR was not requested: ingest it with ocrConfig { "strategy": "STANDARD_OCR" }';

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
    hidesText ||= (page.notRead ?? []).length > 0;
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
