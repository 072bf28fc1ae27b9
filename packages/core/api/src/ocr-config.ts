import { OcrStrategy } from '@docfleet/domain/database';
import { readingDefaults } from '@docfleet/domain/document';
import { z } from 'zod';

/** Language code of Tesseract: `eng`, `deu`, `chi_sim`. */
const language = z
  .string()
  .regex(/^[a-z]{3}(?:_[a-z]{2,8})?$/i, 'must be a language as tesseract names it, such as eng');
const maxLanguages = 5;

/** Options of OCR for a document; without them, OCR reads image files and pages without text of their own. */
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
  .default({ strategy: readingDefaults.ocrStrategy });

/** Description of the form field that carries the options of OCR as JSON. */
export const ocrConfigField = `JSON: { strategy: ${Object.values(OcrStrategy).join(' or ')}, languages?: ["eng", …] }`;
