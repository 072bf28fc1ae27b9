import { analyzeText, isExact, isFunctionWord, type Language, plainWord } from '@docfleet/text-analysis';
import {
  bareNegators,
  clauseStarts,
  exclusive,
  exclusiveInOtherWords,
  exempt,
  negators,
  obligation,
  oppositions,
  option,
  partial,
  turningStarts,
  universal,
  without,
  withPlainBounds,
} from './lexicon.ts';
import { quantitiesOf } from './quantities.ts';
import { type Quantity, unitOf } from './units.ts';

/** A word with content, or a quantity, of a clause. */
export interface Token {
  readonly text: string;
  /** Terms that it has; none of a quantity. */
  readonly keys: readonly string[];
  readonly quantity?: Quantity;
  /** Whether it begins with a capital letter. */
  readonly isCapitalized: boolean;
}

/** A part of a sentence that says one thing. */
export interface Clause {
  readonly tokens: readonly Token[];
  readonly isNegated: boolean;
  /** Whether a word of it denies what others say with "not": "unused". */
  readonly hasNegativePrefix: boolean;
  /** Whether it is a condition: "if", "unless". */
  readonly isCondition: boolean;
  /** Whether it has a condition in it, too short for a clause of its own. */
  readonly hasCondition: boolean;
  /** Whether what it is about is otherwise where it holds: "unless". */
  readonly isTurned: boolean;
  /** Whether it takes an exception from the clause before it, in a word: "but not themes". */
  readonly isException: boolean;
  /** Whether it goes on with the subject of the clause before it. */
  readonly isJoined: boolean;
  /** Whether it says something of the last word before it: "which requires". */
  readonly isRelative: boolean;
  /** Whether it is about what lies within a bound, or behind it: "within a week", "after a week". */
  readonly reach: 'within' | 'beyond' | undefined;
  /** Sides of oppositions that its words are on, by name: 1 or -1; 0 for both. */
  readonly sides: ReadonlyMap<string, number>;
  readonly isObligation: boolean;
  readonly isOption: boolean;
  readonly excludes: 'subject' | 'case' | undefined;
  /** Whether it says in some way that others are excluded. */
  readonly mayBeExclusive: boolean;
  /** Whether something is done by another: "is approved by". */
  readonly isPassive: boolean;
  /** Whether it speaks of all, and of some as opposed to others. */
  readonly isUniversal: boolean;
  readonly isPartial: boolean;
  /** Whether it is a row of a table. */
  readonly isRow: boolean;
  /** Days of the units of time that it counts by: 7 for "per week". */
  readonly rates: readonly number[];
}

interface Word {
  readonly text: string;
  readonly plain: string;
  readonly quantity?: Quantity;
  /** Whether a sign that ends a clause stands before it. */
  readonly isFirst: boolean;
}

/** Maximum number of characters of a sentence or statement that are read. */
const maxCharacters = 1_500;
const wordPattern = /--?[\p{L}\p{N}][\p{L}\p{N}_-]*|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’_./&-]*/gu;
const row = /^\s*\|/u;
const ending = /[,;:()|–—•]|\n|\.\s/u;
const adverbialRate =
  /^(?:daily|weekly|monthly|quarterly|yearly|annual(?:ly)?|hourly|taglich|wochentlich|monatlich\p{L}*|jahrlich\p{L}*|mensuel\p{L}*|annuel\p{L}*)$/u;
const daysOfRate: Readonly<Record<string, number>> = {
  d: 1,
  t: 1,
  w: 7,
  m: 30.4375,
  q: 91.3125,
  y: 365.25,
  a: 365.25,
  j: 365.25,
  h: 1 / 24,
};
const rateStart = /^(?:per|pro|par|je|jed\p{L}*|each|every|a|an|chaque|im|once)$/u;

function wordsIn(text: string): Word[] {
  // The cells of a row say one thing together.
  const isRow = row.test(text);
  const quantities = quantitiesOf(text);
  const quantityAt = new Map(quantities.map((one) => [one.start, one]));
  const words: Word[] = [];
  let last = 0;
  for (const { 0: found, index } of text.matchAll(wordPattern)) {
    if (index < last) continue;
    const quantity =
      quantityAt.get(index) ?? quantities.find(({ start, end }) => start < index && index < end);
    const isFirst = words.length === 0 || (!isRow && ending.test(text.slice(last, index)));
    last = index + found.length;
    if (quantity && quantity.start < index) continue;
    if (quantity) last = Math.max(index + 1, quantity.end);
    const trimmed = quantity ? text.slice(index, last) : found.replace(/[.'’/&_-]+$/u, '');
    words.push({ text: trimmed, plain: plainWord(trimmed), isFirst, ...(quantity && { quantity }) });
  }
  return words;
}

/** Words that say how a clause is meant, and nothing of what it is about. */
const structural = [
  negators,
  obligation,
  option,
  clauseStarts,
  /^ones?$/u,
  /^(?:at-(?:most|least)|(?:more|less)-than|plus-de|moins-de)$/u,
];

function tokensOf(words: readonly Word[], language: Language | undefined): Token[] {
  return words.flatMap(({ text, plain, quantity }): Token[] => {
    const isCapitalized = /^\p{Lu}/u.test(text);
    if (quantity) return [{ text, keys: [], quantity, isCapitalized }];
    if (plain.length < 2 && !isCapitalized) return [];
    if (isFunctionWord(plain, language ?? 'en') || structural.some((words) => words.test(plain))) return [];
    const keys = analyzeText(text, language).terms.filter((term) => !isExact(term));
    return keys.length === 0 ? [] : [{ text, keys, isCapitalized }];
  });
}

function sidesOf(words: readonly Word[], language: Language | undefined): Map<string, number> {
  const sides = new Map<string, number>();
  const add = (name: string, side: number) => sides.set(name, (sides.get(name) ?? side) === side ? side : 0);
  for (const [at, { plain }] of words.entries())
    for (const { name, plus, minus } of oppositions) {
      const side = (plus.test(plain) ? 1 : 0) - (minus.test(plain) ? 1 : 0);
      if (side === 0) continue;
      add(name, side);
      // With approval is the opposite of without approval, and not of without delay.
      const [object] = name === 'with' ? tokensOf(words.slice(at + 1), language) : [];
      for (const key of object?.keys ?? []) add(`with ${key}`, side);
    }
  return sides;
}

const prefixed = /^un(?!der|til|less|i[toqv]|lock|load|do|paid|avail|fortun|likely)\p{L}{4,}$/u;

function ratesOf(words: readonly Word[]): number[] {
  return words.flatMap(({ text, plain, quantity }, at) => {
    if (quantity) return [];
    if (adverbialRate.test(plain)) return [daysOfRate[plain.charAt(0)] ?? 0];
    const unit = unitOf(text);
    const before = words[at - 1]?.plain ?? '';
    return unit?.dimension === 'time' && rateStart.test(before) ? [unit.factor] : [];
  });
}

const passive =
  /\b(?:is|are|was|were|be|been|being|gets?|got)\b.{1,40}(?:ed|en|\p{L}t|made|paid|sold|won) (?:(?:.{0,30} )?by|with)\b|(?:ed|able|ible) by\b|\b(?:responsibility|duty|task) of\b|\b(?:wird|werden|wurde|wurden|worden)\b|\bpar\b/u;
const exceptions = /^(?:except|ausser|sauf|salvo)$/u;
const conditions = /^(?:if|when|unless|whenever|wenn|falls|sofern|quand|lorsque|si|cuando|se|quando)$/u;
/** Whether a clause excludes other subjects, "only bicycles", or other cases, "are only covered"; "only 2 percent" excludes nothing. */
function exclusionOf(words: readonly Word[]): Clause['excludes'] {
  const at = words.findIndex((word, place) => exclusive.test(word.plain) && !words[place + 1]?.quantity);
  if (at < 0) return undefined;
  return at === 0 ? 'subject' : 'case';
}

const relative = /^(?:which|who|whose|qui|welche\p{L}*)$/u;
const withinBounds = /^(?:within|until|till|at-most|innerhalb|binnen|bis|hochstens|jusqu\p{L}*|maximum)$/u;
const beyondBounds = /^(?:after|beyond|later|more-than|nach|danach|uber|apres|au-dela|plus-de)$/u;

/** "Within 30 days after the purchase" is within. */
function reachOf(plain: readonly string[]): Clause['reach'] {
  if (plain.some((word) => withinBounds.test(word))) return 'within';
  return plain.some((word) => beyondBounds.test(word)) ? 'beyond' : undefined;
}

const joining = /^(?:and|und|et|y|e)$/u;

const isNegator = ({ plain }: Word) => negators.test(plain) || bareNegators.test(plain);

/** "Not without approval" is "with approval", and nothing else. */
function withoutDoubleNegation(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(({ plain }) => without.test(plain));
  if (!words.slice(0, Math.max(0, at)).some(isNegator)) return words;
  return words.flatMap((word, place) => {
    if (place === at) return [{ ...word, plain: 'with' }];
    return place < at && isNegator(word) ? [] : [word];
  });
}

function clauseOf(all: readonly Word[], language: Language | undefined): Clause {
  const words = withoutDoubleNegation(all);
  const plain = words.map((word) => word.plain);
  const negations =
    plain.filter((word) => negators.test(word)).length ||
    (plain.some((word) => bareNegators.test(word)) ? 1 : 0);
  const tokens = tokensOf(words, language);
  const turned = turningStarts.test(plain[0] ?? '') ? 1 : 0;
  return {
    tokens,
    isCondition: conditions.test(plain[0] ?? ''),
    hasCondition: plain.some((word) => conditions.test(word)),
    isTurned: turned === 1,
    isException:
      exceptions.test(plain[0] ?? '') || (adversative.test(plain[0] ?? '') && tokens.length < minTokens),
    isJoined: joining.test(plain[0] ?? ''),
    isRelative: relative.test(plain[0] ?? ''),
    reach: reachOf(plain),
    hasNegativePrefix: language === 'en' && plain.some((word) => prefixed.test(word)),
    isNegated: (negations + turned) % 2 === 1,
    sides: sidesOf(words, language),
    isObligation:
      plain.some((word) => obligation.test(word)) || /\b(?:has|have|is|are) to\b/u.test(plain.join(' ')),
    isOption: plain.some((word) => option.test(word)),
    excludes: exclusionOf(words),
    mayBeExclusive: all.some((word) => exclusiveInOtherWords.test(word.plain)),
    isPassive: passive.test(plain.join(' ')),
    isUniversal: plain.some((word) => universal.test(word)),
    isPartial: plain.some((word) => partial.test(word)),
    isRow: false,
    rates: ratesOf(words),
  };
}

/** Fewer words with content are no clause, but part of another. */
const minTokens = 2;

/** Words that begin a clause however short. */
const adversative = /^(?:but|not|nicht|except|aber|sondern|ausser|mais|sauf|pero|ma)$/u;

/** Beginning of a clause that goes on with the subject of the clause before it: "and is", "and closed". */
const withoutSubject =
  /^(?:and|but|or|und|et) (?:is|are|was|were|will|has|have|does|do|must|may|can|cannot|\p{L}{2,}ed|ist|sind|wird|werden|est|sont)$/u;

/** A clause that only exempts something from the clause before it denies of that what the other affirms. */
function asException(clause: Clause, words: readonly Word[], before: Clause | undefined): Clause {
  const exempting = words.filter(({ plain }) => exempt.test(plain)).map(({ text }) => text);
  const tokens = clause.tokens.filter(({ text }) => !exempting.includes(text) && text !== 'davon');
  if (!before || exempting.length === 0 || tokens.length === 0 || tokens.length > 2) return clause;
  const sides = new Map([...clause.sides].filter(([name]) => name !== 'include'));
  return { ...clause, tokens, sides, isException: true, isNegated: !before.isNegated };
}

/** Words that are "if" in another language. */
const reflexives: Partial<Record<Language, string>> = { fr: 'se', es: 'se', it: 'si' };

/** The clauses of a sentence or statement. */
export function clausesOf(text: string, language: Language | undefined): Clause[] {
  const parts: Word[][] = [];
  for (const word of wordsIn(withPlainBounds(text.slice(0, maxCharacters)))) {
    const isStart =
      clauseStarts.test(word.plain) && !word.quantity && reflexives[language ?? 'en'] !== word.plain;
    if (parts.length === 0 || word.isFirst || isStart) parts.push([]);
    parts.at(-1)?.push(word);
  }
  const joined: Word[][] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    const isShort = (words: readonly Word[]) =>
      tokensOf(words, language).length < (adversative.test(words[0]?.plain ?? '') ? 1 : minTokens);
    const isOwn = conditions.test(part[0]?.plain ?? '') && !isShort(part);
    if (before && !isOwn && (isShort(part) || isShort(before))) before.push(...part);
    else joined.push([...part]);
  }
  const clauses: Clause[] = [];
  for (const words of joined) {
    const clause = clauseOf(words, language);
    const isElliptic = withoutSubject.test(`${words[0]?.plain} ${words[1]?.plain}`);
    const subject = isElliptic ? clauses.at(-1)?.tokens[0] : undefined;
    const whole = subject ? { ...clause, tokens: [subject, ...clause.tokens] } : clause;
    const isRow = row.test(text);
    const exception = asException(whole, words, clauses.at(-1));
    // "No" in a cell is said of its column.
    clauses.push({ ...exception, isRow, isNegated: exception.isNegated && !isRow });
  }
  return clauses;
}
