/** Signs within words that are not seen: soft hyphens, spaces without a width, joiners. */
const unseen = /\u00ad|\u200b|\u200d|\u2060|\ufeff/gu;

/** Emphasis of the beginning of a word, and of the rest of one: `**W**arranty`, `un*believ*able`. */
const emphasizedStart = /(?<![\p{L}\p{N}*_])(\*{1,3}|~~)(\p{L}{1,60})\1(?=\p{L}{2})/gu;
const emphasizedRest = /(?<=\p{L}{2})(\*{1,3}|~~)([\p{L}\p{N}]{1,60})\1/gu;
const codeStart = /(?<![\p{L}\p{N}`])`(\p{L}{1,60})`(?=\p{L}{2})/gu;
const codeRest = /(?<=\p{L}{2})`([\p{L}\p{N}]{1,60})`/gu;
const linkStart = /(?<![\p{L}\p{N}!])\[(\p{L}{1,60})\]\([^)\s]{0,500}\)(?=\p{L}{2})/gu;
const linkRest = /(?<=\p{L}{2})\[([\p{L}\p{N}]{1,60})\]\([^)\s]{0,500}\)/gu;

/** The words of Markdown as they are read, without marks, links and signs that are not seen in the middle of them. */
export const joinWords = (markdown: string): string =>
  markdown
    .replace(unseen, '')
    .replace(emphasizedStart, '$2')
    .replace(emphasizedRest, '$2')
    .replace(codeStart, '$1')
    .replace(codeRest, '$1')
    .replace(linkStart, '$1')
    .replace(linkRest, '$1');
