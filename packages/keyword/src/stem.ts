// Porter, "An algorithm for suffix stripping", 1980.

const isConsonant = (word: string, index: number): boolean => {
  const letter = word[index] as string;
  if ('aeiou'.includes(letter)) return false;
  return letter !== 'y' || index === 0 || !isConsonant(word, index - 1);
};

/** How many times a run of vowels is followed by a run of consonants. */
function measure(word: string): number {
  let count = 0;
  let afterVowel = false;
  for (let index = 0; index < word.length; index += 1) {
    const consonant = isConsonant(word, index);
    if (consonant && afterVowel) count += 1;
    afterVowel = !consonant;
  }
  return count;
}

const hasVowel = (word: string) => [...word].some((_, index) => !isConsonant(word, index));
const endsDouble = (word: string) =>
  word.length > 1 && word.at(-1) === word.at(-2) && isConsonant(word, word.length - 1);
const endsShort = (word: string) =>
  word.length > 2 &&
  isConsonant(word, word.length - 3) &&
  !isConsonant(word, word.length - 2) &&
  isConsonant(word, word.length - 1) &&
  !'wxy'.includes(word.at(-1) as string);

const parse = (rules: string) => rules.split(' ').map((rule) => rule.split(':') as [string, string]);
const second = parse(
  'ational:ate tional:tion enci:ence anci:ance izer:ize abli:able alli:al entli:ent eli:e ousli:ous ization:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble',
);
const third = parse('icate:ic ative: alize:al iciti:ic ical:ic ful: ness:');
const fourth = parse(
  'al: ance: ence: er: ic: able: ible: ant: ement: ment: ent: sion:s tion:t ou: ism: ate: iti: ous: ive: ize:',
);

function replaceSuffix(word: string, rules: readonly [string, string][], minimum: number): string {
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue;
    const rest = word.slice(0, -suffix.length) + replacement;
    const base = word.slice(0, -suffix.length) + (suffix.endsWith('ion') ? replacement : '');
    return measure(base) > minimum ? rest : word;
  }
  return word;
}

function firstStep(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) word = word.slice(0, -2);
  else if (word.endsWith('s') && !word.endsWith('ss')) word = word.slice(0, -1);

  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const suffix = ['ed', 'ing'].find((ending) => word.endsWith(ending));
  const rest = suffix && word.slice(0, -suffix.length);
  if (!rest || !hasVowel(rest)) return word;
  if (/(at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (endsDouble(rest) && !/[lsz]$/.test(rest)) return rest.slice(0, -1);
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest;
}

/** The stem of a lower-case English word of a to z. */
export function stem(input: string): string {
  if (input.length < 3) return input;
  let word = firstStep(input);
  if (word.endsWith('y') && hasVowel(word.slice(0, -1))) word = `${word.slice(0, -1)}i`;
  word = replaceSuffix(word, second, 0);
  word = replaceSuffix(word, third, 0);
  word = replaceSuffix(word, fourth, 1);
  if (word.endsWith('e')) {
    const rest = word.slice(0, -1);
    if (measure(rest) > 1 || (measure(rest) === 1 && !endsShort(rest))) word = rest;
  }
  return word.endsWith('ll') && measure(word) > 1 ? word.slice(0, -1) : word;
}
