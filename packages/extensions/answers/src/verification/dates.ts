import { type Quantity, wordValue } from './units.ts';

const months =
  'jan\\p{L}* feb\\p{L}*|fév\\p{L}* mar(?:ch|s)?|märz apr\\p{L}*|avril ma[iy] jun\\p{L}*|juin jul\\p{L}*|juillet aug\\p{L}*|août sep\\p{L}* o[ck]t\\p{L}* nov\\p{L}* de[cz]\\p{L}*|déc\\p{L}*'.split(
    ' ',
  );
const monthNames =
  'January|Jan|Januar|janvier|February|Feb|Februar|février|March|Mar|März|mars|April|Apr|avril|May|Mai|mai|June|Jun|Juni|juin|July|Jul|Juli|juillet|August|Aug|août|September|Sept|Sep|septembre|October|Oct|Oktober|Okt|octobre|November|Nov|novembre|December|Dec|Dezember|Dez|décembre';
const monthOf = (name: string): number =>
  months.findIndex((pattern) => new RegExp(`^(?:${pattern})$`, 'iu').test(name)) + 1;
const year = '(?<y>(?:1[5-9]|20|21)\\p{Nd}{2})';
const day = '(?<d>0?[1-9]|[12]\\p{Nd}|3[01])';
const datePatterns = [
  `${year}-(?<m>0?[1-9]|1[0-2])-${day}`,
  `${day}\\.\\s?(?<m>0?[1-9]|1[0-2])\\.\\s?${year}`,
  // Without a year, and without such a word before it, it may be a version at the end of a sentence.
  `(?<=(?:am|ab|bis|vom|zum|den|dem|seit|und|oder) )${day}\\.\\s?(?<m>0?[1-9]|1[0-2])\\.`,
  `${day}(?:st|nd|rd|th|\\.|er)? (?:of )?(?<n>${monthNames})\\b\\.?,?(?: ${year})?`,
  `(?<n>${monthNames})\\b\\.? ${day}(?:st|nd|rd|th)?(?![\\p{Nd}])(?:,? ${year})?`,
  `(?<n>${monthNames})\\b\\.? ${year}`,
].map((pattern) => new RegExp(`(?<![\\p{L}\\p{N}.,-])(?:${pattern})(?![\\p{L}\\p{N}])`, 'gu'));
const bareMonth =
  /(?<![\p{L}\p{N}])(?<=\b(?:in|until|till|since|by|from|before|after|during|of|end|early|late|mid|im|bis|ab|seit|vor|nach|ende|anfang|en|avant|depuis|fin|début)[ -])(?:(March|May|Mai|mars)(?![\p{L}\p{N}]))|(?<![\p{L}\p{N}])(January|Januar|janvier|February|Februar|février|März|April|avril|June|Juni|juin|July|Juli|juillet|August|août|September|septembre|October|Oktober|octobre|November|novembre|December|Dezember|décembre)(?![\p{L}\p{N}])/gu;
const clock =
  /(?<![\p{L}\p{N}.,:])(?<h>[0-2]?\p{Nd})(?:(?:[:.](?<m>[0-5]\p{Nd})|\s?h\s?(?<f>[0-5]\p{Nd}))?\s?(?<half>[ap]\.?m\b\.?|Uhr\b)|:(?<n>[0-5]\p{Nd})(?![:\p{N}]))/gu;

const weekdays =
  'mondays?|montag\\p{L}*|lundis? tuesdays?|dienstag\\p{L}*|mardis? wednesdays?|mittwoch\\p{L}*|mercredis? thursdays?|donnerstag\\p{L}*|jeudis? fridays?|freitag\\p{L}*|vendredis? saturdays?|samstag\\p{L}*|sonnabend\\p{L}*|samedis? sundays?|sonntag\\p{L}*|dimanches?'
    .split(' ')
    .map((names) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${names})(?![\\p{L}\\p{N}])`, 'giu'));

const readWeekdays = (text: string): Quantity[] =>
  weekdays.flatMap((pattern, at) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }): Quantity => {
      return { start: index, end: index + found.length, kind: 'date', values: [], date: { weekday: at + 1 } };
    }),
  );

/** The dates of a text: months and days of the week alone as well. */
export function readDates(text: string): Quantity[] {
  const dates = datePatterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index, groups = {} }): Quantity => {
      const month = groups['n'] === undefined ? groups['m'] && Number(groups['m']) : monthOf(groups['n']);
      const date = {
        year: groups['y'] === undefined ? undefined : Number(groups['y']),
        month: month === '' ? undefined : month,
        day: groups['d'] === undefined ? undefined : Number(groups['d']),
      };
      return { start: index, end: index + found.length, kind: 'date', values: [], date };
    }),
  );
  const alone = [...text.matchAll(bareMonth)].map(({ 0: found, index }): Quantity => {
    return {
      start: index,
      end: index + found.length,
      kind: 'date',
      values: [],
      date: { month: monthOf(found) },
    };
  });
  return [...dates, ...alone, ...readWeekdays(text)];
}

/** Times in words with the minutes that they add to their hour: "half past seven", "halb acht", "sept heures et demie". */
const spokenTimes: readonly (readonly [pattern: RegExp, minutes: number])[] = (
  [
    ['half past (\\p{L}+)|(\\p{L}+) heures et demie', 30],
    ['halb (\\p{L}+)', -30],
    ['(?:a )?quarter past (\\p{L}+)|viertel nach (\\p{L}+)|(\\p{L}+) heures et quart', 15],
    ['(?:a )?quarter to (\\p{L}+)|viertel vor (\\p{L}+)', -15],
  ] as const
).map(([pattern, minutes]) => [
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu'),
  minutes,
]);

/** Times in words. */
export const readSpokenTimes = (text: string): Quantity[] =>
  spokenTimes.flatMap(([pattern, minutes]) =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, index, ...words }): Quantity[] => {
      const hour = wordValue(words[1] ?? words[2] ?? words[3] ?? '');
      // Of the morning or of the afternoon.
      const values = [0, 720].map((half) => ((hour ?? 0) % 12) * 60 + minutes + half);
      return hour === undefined || hour > 12
        ? []
        : [{ start: index, end: index + found.length, kind: 'time', values }];
    }),
  );

/** Times in digits. */
export const readTimes = (text: string): Quantity[] =>
  [...text.matchAll(clock)].map(({ 0: found, index, groups = {} }): Quantity => {
    const half = (groups['half'] ?? '').toLowerCase();
    const hour = Number(groups['h']) % (half.startsWith('a') || half.startsWith('p') ? 12 : 24);
    const minutes = Number(groups['m'] ?? groups['f'] ?? groups['n'] ?? 0);
    const value = (hour + (half.startsWith('p') ? 12 : 0)) * 60 + minutes;
    return { start: index, end: index + found.length, kind: 'time', values: [value] };
  });
