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
    ی: 'ي',
    ک: 'ك',
  }),
);
const specialLetter = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g');
/** Marks are letters in other scripts: in Devanagari they are the vowels, and Cyrillic й is no и. */
const marks = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu;
const arabicVowels = /[\u064b-\u065f\u0670]/g;
const hebrewPoints = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g;
/** Dots below letters of India's scripts, which are often left out. */
const nuktas = /[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]/g;
const ascii = /^[\0-\x7f]*$/;

/** A lower-case word without accents, ligatures and vowel points, so that it meets itself however it is typed. */
export function fold(word: string): string {
  if (ascii.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(marks, '$1')
    .replace(nuktas, '')
    .normalize('NFC')
    .replace(hebrewPoints, '')
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
