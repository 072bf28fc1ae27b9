/** A piece of a text that becomes terms: a word, a name made of several parts, or a run of a script without spaces. */
export type Token =
  | { readonly kind: 'word'; readonly text: string }
  | {
      readonly kind: 'name';
      readonly text: string;
      readonly whole: string;
      readonly parts: readonly string[];
    }
  | { readonly kind: 'run'; readonly text: string };

/** Scripts that are written without spaces between words, or whose words are made of many morphemes. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const word = `[[\\p{L}\\p{M}\\p{N}]--[${unspaced}]]+`;
/**
 * Words as UAX #29 finds them, and beyond it names as programs and catalogues write them: joined by `_` or `-`, with
 * a sign at their end that distinguishes them (C#, C++), or with a full stop before them (.NET).
 */
const pattern = new RegExp(
  `([${unspaced}]+)|((?<![\\p{L}\\p{N}])\\.NET\\b)|${word}(?:(?:['.·](?=\\p{L})|[.,'·](?=\\p{N})|[_\\-](?=[\\p{L}\\p{N}]))${word})*(?:\\+\\+|#(?![\\p{L}\\p{N}]))?`,
  'gv',
);

const lowerThenUpper = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const letterThenDigit = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;
const groupedNumber = /^\p{N}{1,3}(?:[,'·]\p{N}{3})+(?:\.\p{N}+)?$/u;
const version = /^v(?=\p{N}+(?:\.\p{N}+)+)/iu;

/** The parts of a name: at its joints, where small letters end before a capital, and between letters and digits. */
function partsOf(name: string): string[] {
  return name
    .split(/[_\-.]+/u)
    .flatMap((part) => part.split(lowerThenUpper))
    .flatMap((part) => part.split(letterThenDigit))
    .filter((part) => part !== '');
}

const plain = /^(?:[A-Z]?[a-z]+|\d+)$/;

function toToken(text: string): Token {
  if (plain.test(text)) return { kind: 'word', text };
  if (groupedNumber.test(text)) return { kind: 'word', text: text.replace(/[,'·]/gu, '') };
  if (/[#+]$/u.test(text)) return { kind: 'word', text };
  const unversioned = text.replace(version, '');
  const isJoined = /[_-]|\p{L}\.\p{L}|\p{Ll}\p{Lu}/u.test(unversioned);
  const isMixed = /\p{L}/u.test(unversioned) && /\p{N}/u.test(unversioned);
  if (!isJoined && !isMixed) return { kind: 'word', text: unversioned };
  const parts = partsOf(unversioned);
  return { kind: 'name', text: unversioned, whole: unversioned.replace(/[_\-.]+/gu, ''), parts };
}

/** The pieces of a text in Unicode's composed form, in their order. */
export function* tokensOf(text: string): Generator<Token> {
  for (const match of text.matchAll(pattern)) {
    if (match[1] !== undefined) yield { kind: 'run', text: match[1] };
    else if (match[2] !== undefined) yield { kind: 'word', text: match[2] };
    else yield toToken(match[0]);
  }
}
