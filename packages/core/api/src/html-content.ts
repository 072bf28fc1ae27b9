import { readingDefaults } from '@docfleet/domain/document';
import { z } from 'zod';

const parts = ['MAIN', 'WHOLE'] as const;
const description =
  'MAIN reads the content of a page in HTML, without menus, related links and the like; WHOLE reads all but its navigation';

/** Parts of pages in HTML that are read. */
export const htmlContent = z.enum(parts).default(readingDefaults.htmlContent).describe(description);

/** A form's field of it, which is unset when it is missing, empty or the word `undefined`. */
export const htmlContentField = z
  .enum([...parts, 'undefined', ''])
  .optional()
  .transform((given) => (given === 'WHOLE' ? given : readingDefaults.htmlContent))
  .describe(`${readingDefaults.htmlContent} (default) or WHOLE: ${description}`);
