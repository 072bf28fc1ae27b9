import { OcrStrategy } from '@docfleet/domain/database';
import { z } from 'zod';

/** How text is read from pictures; without one, only files that are pictures are read by OCR. */
export const ocrConfig = z
  .strictObject({ strategy: z.enum(OcrStrategy) })
  .default({ strategy: 'BASIC_PARSER' });
