import { OcrStrategy } from '@docfleet/domain/database';
import { z } from 'zod';

/** As tesseract names them: `eng`, `deu`, `chi_sim`. */
const language = z
  .string()
  .regex(/^[a-z]{3}(?:_[a-z]{2,8})?$/i, 'must be a language as tesseract names it, such as eng');
const maxLanguages = 5;

/** How text is read from pictures; without one, only files that are pictures are read by OCR. */
export const ocrConfig = z
  .strictObject({
    strategy: z.enum(OcrStrategy),
    languages: z
      .array(language)
      .min(1)
      .max(maxLanguages)
      .optional()
      .describe(
        'Languages of the pages, the most frequent first; by default the language of each page is detected',
      ),
  })
  .default({ strategy: 'BASIC_PARSER' });

/** The description of the field of a form that carries it. */
export const ocrConfigField = `JSON: { strategy: ${Object.values(OcrStrategy).join(' or ')}, languages?: ["eng", …] }`;
