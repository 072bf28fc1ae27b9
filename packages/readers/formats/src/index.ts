export { type ConversionPlaces, withConversionPlaces } from './conversion-places.ts';
export { type Conversion, type ConversionInput, convertToMarkdown } from './convert.ts';
export type { FilePlace, OcrStrategy, PageToSkip, ReadingProgress } from './format.ts';
export { describeMissingPrograms, findMissingPrograms } from './system-programs/run-program.ts';
