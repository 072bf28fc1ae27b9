import type { PageModel } from '../page-model.ts';
import { type Part, readParts } from './read-blocks.ts';

/** Points: smaller than any text that is read as a heading. */
const maxSize = 6;
/** A text of so many letters that runs along several pages is a stamp. */
const longStamp = 20;

/**
 * The lines of a page that run in other directions than its text. They come behind it, as notes do, and what stands along many pages comes
 * once: `seen` has the texts so far.
 */
export function* turnedParts({ turned = [] }: PageModel, seen: Set<string>): Generator<Part> {
  for (const page of turned)
    for (const part of readParts(page, () => false)) {
      if (part.kind !== 'line') continue;
      const { known: _, ...line } = part.line;
      if (line.text.length > longStamp && seen.has(line.text)) continue;
      seen.add(line.text);
      const size = Math.min(line.size, maxSize);
      yield { ...part, breaks: false, line: { ...line, size, bold: false, isNote: true } };
    }
}
