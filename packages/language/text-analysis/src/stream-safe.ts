/** Combining marks beyond the thirtieth of one letter: normalizing takes time by the square of their number. */
const excessMarks = /(\p{M}{30})\p{M}+/gu;

/**
 * Removes the marks that a letter has beyond thirty, more than any language writes, so that normalizing a text takes time in proportion to its
 * length: https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
export const streamSafe = (text: string): string => text.replace(excessMarks, '$1');
