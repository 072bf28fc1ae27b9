import { codePoint } from 'dingbat-to-unicode';

const monospaced =
  /courier|consolas|menlo|monaco|inconsolata|cascadia|fixedsys|terminal|typewriter|lucida (?:console|sans typewriter)|source code|\bmono(?:space[d]?)?\b|\bcode\b|^hack$|(?:dejavu|liberation|noto|ubuntu|roboto|jetbrains|ibm plex|pt|droid|fira|sf|andale|nimbus) ?(?:sans )?mono/i;

/** Whether a font's name states that its characters are all of one width. */
export const isMonospacedFont = (name: string | undefined): boolean =>
  name !== undefined && monospaced.test(name);

/** Names of styles for code, in the languages that office programs and their users name them in. */
export const isCodeStyle = (name: string): boolean =>
  /\b(?:code|listing|verbatim|preformatted|quelltext|quellcode)\b|macro text|sourcecode|^HTML Sample$/i.test(
    name,
  );

/** Names of styles for text that is quoted. */
export const isQuoteStyle = (name: string): boolean =>
  /^(?:intense )?quot(?:e|ations?)\b|^block ?(?:text|quote)|^(?:intensives )?zitat\b|^citation\b/i.test(name);

/** Characters that text in symbol fonts has in Unicode: the codes of the font, from U+F000 on. */
const firstPrivate = 0xf000;
const lastPrivate = 0xf0ff;

/** Characters in place of those that few fonts have and no model knows, and of letters where a unit is meant. */
const usual: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  Symbol: { 109: 'µ', 240: '' },
  Wingdings: {
    74: '☺',
    108: '●',
    110: '■',
    111: '☐',
    159: '•',
    168: '☐',
    216: '➢',
    223: '←',
    224: '→',
    225: '↑',
    226: '↓',
    232: '➔',
    240: '⇨',
    251: '✗',
    253: '☒',
    254: '☑',
  },
  'Wingdings 2': { 79: '✗', 80: '✓', 81: '☒', 82: '☑', 163: '☐' },
};

/** Characters of fonts that are not known, as most of them have these. */
const bullets: Readonly<Record<number, string>> = {
  183: '•',
  167: '▪',
  252: '✓',
  254: '☑',
  168: '☐',
  224: '→',
  232: '➔',
};

const names: readonly (readonly [RegExp, string])[] = [
  [/^symbol(?:[ -]?(?:mt|ps|regular))*$/i, 'Symbol'],
  [/^wingdings[ -]?2/i, 'Wingdings 2'],
  [/^wingdings[ -]?3/i, 'Wingdings 3'],
  [/^wingdings(?:-?regular)?$/i, 'Wingdings'],
  [/^webdings/i, 'Webdings'],
];

/** Whether a character has a meaning in some font alone. */
export const isPrivate = (character: string): boolean => /^\p{Co}$/u.test(character);

/** Returns the standard name of a symbol font, such as `Wingdings 2`, without its variant; undefined for a font of letters. */
export const symbolFontOf = (font: string | undefined): string | undefined =>
  font === undefined ? undefined : names.find(([pattern]) => pattern.test(font.trim()))?.[1];

/** The character that a code from 0 to 255 of a symbol font shows; undefined where that is not known. */
function symbolOf(font: string | undefined, code: number): string | undefined {
  if (font === undefined) return bullets[code];
  const own = usual[font]?.[code];
  return own ?? codePoint(font, code)?.string ?? undefined;
}

/**
 * Replaces the characters of a text by those that a reader sees in a symbol font, as `symbolFontOf` names it. In a font of letters, or
 * one that is not known, only those of symbol fonts are replaced; a character that is not known is left as it is.
 */
export function showSymbols(text: string, font: string | undefined): string {
  if (font === undefined && !/[\uf000-\uf0ff]/.test(text)) return text;
  return text.replace(/[\s\S]/g, (character) => {
    const code = character.charCodeAt(0);
    const isOfSymbols = code >= firstPrivate && code <= lastPrivate;
    if (!isOfSymbols && (font === undefined || code < 0x20 || code > 0xff)) return character;
    return symbolOf(font, isOfSymbols ? code - firstPrivate : code) ?? character;
  });
}
