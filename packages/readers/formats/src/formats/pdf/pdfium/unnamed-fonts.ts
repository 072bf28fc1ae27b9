/**
 * Pictures of letters that old TeX programs set text with have no names and no meaning in Unicode, but stand at TeX's codes: those of
 * ASCII, with ligatures and quotes below them and letters with accents above.
 */
const notAscii: Readonly<Record<number, string>> = {
  11: 'ff',
  12: 'fi',
  13: 'fl',
  14: 'ffi',
  15: 'ffl',
  16: '“',
  17: '”',
  21: '–',
  22: '—',
  27: 'ff',
  28: 'fi',
  29: 'fl',
  30: 'ffi',
  31: 'ffl',
  127: '-',
  215: 'Œ',
  247: 'œ',
  255: 'ß',
};
/** From here on most are those of Latin-1, in the encoding with letters of Europe. */
const firstAccented = 192;

/** The text of a code in such a font; below ASCII and above only beside a letter, as fonts of symbols have others there. */
export function textOfCode(code: number, isInWord: boolean): string | undefined {
  if (code > 32 && code < 127) return String.fromCodePoint(code);
  if (!isInWord) return undefined;
  return notAscii[code] ?? (code >= firstAccented && code < 256 ? String.fromCodePoint(code) : undefined);
}

const minLetters = 10;
const [minVowelShare, maxVowelShare] = [0.25, 0.55];
/** The share of the letters that are frequent in all languages of Europe. */
const minFrequentShare = 0.5;

/** Words of both that prove that the codes are letters: others could not spell them by chance. */
const minSharedWords = 2;
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu));

/**
 * Whether that text is one, and not letters at any other codes: its vowels and frequent letters are as frequent as they should be, or
 * it says words that the rest of the page does, as code does, whose letters are others.
 */
export function readsAsText(text: string, rest: string): boolean {
  const letters = text.match(/[a-z]/g)?.length ?? 0;
  const vowels = (text.match(/[aeiouy]/g)?.length ?? 0) / Math.max(1, letters);
  const frequent = (text.match(/[aeinorst]/g)?.length ?? 0) / Math.max(1, letters);
  if (
    letters >= minLetters &&
    vowels > minVowelShare &&
    vowels < maxVowelShare &&
    frequent > minFrequentShare
  )
    return true;
  const known = wordsOf(rest);
  return [...wordsOf(text)].filter((word) => known.has(word)).length >= minSharedWords;
}
