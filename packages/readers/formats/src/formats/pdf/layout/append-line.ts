import type { Inline } from '../../../document-tree/tree.ts';
import { spaceBetween } from './inlines.ts';

const hyphenAtEnd = /\p{L}[-\u00ad\u2010]$/u;
/** End of a line that is broken behind a hyphen of its own: a date, a range. */
const ownHyphen = /\p{N}[-\u2010]$/u;
/** Behind a hyphen these begin no second half of a word: `Ein- und Ausgabe`. */
const conjunction = /^(?:and|or|und|oder|bzw|sowie|et|ou|y|e)(?![\p{L}\p{N}])/u;
const japaneseOrChinese = [/[\u3000-\u9fff\uf900-\ufaff]$/, /^[\u3000-\u9fff]/] as const;
/** The beginning of an address that goes on in the next line. */
const openAddress = /(?:https?:\/\/|www\.)\S*\/$/;

/** Appends a line to a paragraph, and rejoins a word that was divided at the line's end. */
export function appendLine(content: Inline[], next: readonly Inline[]): void {
  const last = content.at(-1);
  const [first] = next;
  const areTexts = last && first && 'text' in last && 'text' in first;
  if (!areTexts) content.push({ text: ' ' });
  else {
    const before = last.text.trimEnd();
    const isHyphenated = hyphenAtEnd.test(before);
    const isBroken =
      ownHyphen.test(before) && /^[\p{L}\p{N}]/u.test(first.text) && !conjunction.test(first.text);
    const isAddress = openAddress.test(before) && /^[\p{L}\p{N}]/u.test(first.text);
    const areCharacters = japaneseOrChinese[0].test(last.text) && japaneseOrChinese[1].test(first.text);
    if (isHyphenated && /^\p{Ll}/u.test(first.text) && !conjunction.test(first.text))
      content[content.length - 1] = { ...last, text: before.slice(0, -1) };
    else if ((isHyphenated && /^[\p{Lu}\p{N}]/u.test(first.text)) || isAddress || isBroken)
      content[content.length - 1] = { ...last, text: before };
    else if (!areCharacters) content.push(spaceBetween(last, first));
  }
  content.push(...next);
}
