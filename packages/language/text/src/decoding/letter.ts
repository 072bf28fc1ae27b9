/** A character as models of languages see it. */
export interface Letter {
  readonly character: string;
  /** In lower case; a space for all that is no letter. */
  readonly small: string;
  readonly isCapital: boolean;
  /** Whether it is a sign of print, and on which side of a word it stands. */
  readonly place: 'before' | 'behind' | 'anywhere' | undefined;
  /** Latin and other alphabets do not meet within a word; East Asian scripts meet all. */
  readonly script: 'Latin' | 'East Asian' | 'other' | undefined;
}

const before = new Set('“„‚‘«¿¡§£©№「『（《');
const behind = new Set('”»®™²³°ªº…、。，：；」』）！？》');
const anywhere = new Set('’–—•·€µ\u00a0・～');

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function scriptOf(character: string): Letter['script'] {
  if (/\p{Script=Latin}/u.test(character)) return 'Latin';
  if (eastAsian.test(character)) return 'East Asian';
  return /\p{L}/u.test(character) ? 'other' : undefined;
}

const known = new Map<string, Letter>();

/** Looks at a character; kept for each that was met, of which there are some ten thousand. */
export function letterOf(character: string): Letter {
  const found = known.get(character);
  if (found) return found;
  const isLetter = /[\p{L}\p{M}]/u.test(character);
  // Katakana of half width are the same letters.
  const small = isLetter ? character.toLowerCase().replace(/[ｦ-ﾝ]/, (kana) => kana.normalize('NFKC')) : ' ';
  const isCapital = isLetter && /\p{Lu}/u.test(character);
  const place = before.has(character)
    ? 'before'
    : behind.has(character)
      ? 'behind'
      : anywhere.has(character)
        ? 'anywhere'
        : undefined;
  const letter: Letter = { character, small, isCapital, place, script: scriptOf(character) };
  known.set(character, letter);
  return letter;
}
