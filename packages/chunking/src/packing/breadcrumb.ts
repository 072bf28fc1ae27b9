import { countTokens } from '../tokenizer/count-tokens.ts';
import { type Section, sectionPath } from '../units/section.ts';

/** The headings above a text as lines of Markdown with an empty line after them: the innermost that fit in `limit` tokens. */
export function renderBreadcrumb(section: Section | undefined, limit: number): string {
  if (!section) return '';
  let lines = '';
  for (const { level, title } of sectionPath(section).reverse()) {
    if (title === '') continue;
    const longer = `${'#'.repeat(level)} ${title}\n${lines}`;
    if (title.length > limit * longestToken || countTokens(`${longer}\n`) > limit) break;
    lines = longer;
  }
  return lines === '' ? '' : `${lines}\n`;
}

/** Characters; spares the counting of what is far too long. */
const longestToken = 128;
