import { Converter } from 'opencc-js/t2cn';

/** Letters that Unicode does not take apart into a plain letter and a mark. */
const plainLetters = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ł: 'l',
    ı: 'i',
    ŋ: 'n',
    ё: 'е',
    ς: 'σ',
    أ: 'ا',
    إ: 'ا',
    آ: 'ا',
    ى: 'ي',
    ـ: '',
  }),
);
const specialLetter = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g');
/** Marks are letters in other scripts: in Devanagari they are the vowels, and Cyrillic й is no и. */
const marks = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu;
const arabicVowels = /[\u064b-\u065f\u0670]/g;
const ascii = /^[\0-\x7f]*$/;

/** A lower-case word without accents, ligatures and vowel points, so that it meets itself however it is typed. */
export function fold(word: string): string {
  if (ascii.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(marks, '$1')
    .normalize('NFC')
    .replace(arabicVowels, '')
    .replace(specialLetter, (letter) => plainLetters.get(letter) ?? letter);
}

const convert = Converter({ from: 't', to: 'cn' });
/** Bounded by the characters that there are. */
const simplified = new Map<string, string>();

/** A Han character in its simplified form; others stay. */
export function simplify(character: string): string {
  const known = simplified.get(character);
  if (known !== undefined) return known;
  const converted = convert(character);
  simplified.set(character, converted);
  return converted;
}
