/** The flags of England, Scotland and Wales are made of invisible letters; nothing else that people read is. */
const flagOrHidden =
  /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}|[\u200b\u2060-\u2064\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/**
 * A text without characters that no one sees and that models read all the same: tags (U+E0000 and following), selectors of variants beyond
 * the first sixteen, and operators and spaces without a width. Joiners stay, which Persian and the scripts of India are written with.
 */
export const visibleText = (text: string): string =>
  text.replaceAll(flagOrHidden, (found) => (found.startsWith('\u{1f3f4}') ? found : ''));
