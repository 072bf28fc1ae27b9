import type { Language } from '@docfleet/text-analysis';
import {
  isComputed,
  isMultiplied,
  isNamedShare,
  isOfOtherPeriod,
  isSame,
  isShare,
  namesYear,
} from './arithmetic.ts';
import type { Clause, Token } from './clauses.ts';
import { quantitiesOf } from './quantities.ts';
import { type Quantity, unitOf } from './units.ts';

/** Statements that a sentence quotes, with what stands around them. */
export interface Premise {
  readonly statements: readonly string[];
  /** Rows of tables among them, with the heads of their tables. */
  readonly rows: readonly { readonly head: string; readonly row: string }[];
  /** Name and headings, the line that leads to the statement, and the head of its table. */
  readonly context: string;
  readonly language: Language | undefined;
  /** All terms of the chunks that are quoted. */
  readonly terms: ReadonlySet<string>;
  /** Terms of the question. */
  readonly asked: ReadonlySet<string>;
  /** All quantities of the chunks that are quoted. */
  readonly quantities: readonly Quantity[];
}

/** The quantities among words. */
export const quantitiesIn = (tokens: readonly Token[]) => tokens.flatMap(({ quantity }) => quantity ?? []);

/** Clauses and quantities that the clauses of one sentence are compared with. */
export interface Compared {
  /** All clauses of the sentence. */
  readonly said: readonly Clause[];
  readonly stated: readonly Clause[];
  /** Quantities around the statements. */
  readonly context: readonly Quantity[];
  /** Quantities of the chunks that are quoted. */
  readonly chunks: readonly Quantity[];
  readonly isSameLanguage: boolean;
  /** Shares and multiples that the statements name in words: 0.5 for "half". */
  readonly shares: readonly number[];
}

/** Whether a quantity of a clause is another than the one that stands in its place in the statement. */
export function findOtherQuantity(
  clause: Clause,
  closest: Clause | undefined,
  { said, stated, context, chunks, shares, isSameLanguage }: Compared,
): boolean {
  const own = quantitiesIn(clause.tokens);
  const there = quantitiesIn(closest?.tokens ?? []);
  const everywhere = quantitiesIn(stated.flatMap(({ tokens }) => tokens));
  const everySaid = quantitiesIn(said.flatMap(({ tokens }) => tokens));
  // Twelve times as much a year does not follow from an amount that is one a year.
  const rates = stated.flatMap((one) => one.rates);
  const isSamePeriod = clause.rates.length > 0 && clause.rates.every((rate) => closest?.rates.includes(rate));
  const hasPeriod =
    !isSamePeriod &&
    said.some(
      ({ rates, tokens }) =>
        rates.length > 0 || quantitiesIn(tokens).some(({ unit }) => unit?.dimension === 'time'),
    );
  return own.some((quantity) => {
    const is = (other: Quantity) => isSame(quantity, other);
    if (isSameLanguage && countsOther(quantity, clause, stated, is)) return true;
    if (there.some(is)) return false;
    const rival = there.some(
      (other) =>
        other.kind === quantity.kind &&
        (other.unit?.dimension === quantity.unit?.dimension || !quantity.unit) &&
        !everySaid.some((one) => isSame(one, other)),
    );
    if (everywhere.some(is))
      return (
        rival && !isCountedAlike(quantity, clause, stated) && !isUnderItsCondition(quantity, said, stated)
      );
    if (context.some(is)) return rival;
    if (namesYear(quantity, rival ? there : everywhere)) return false;
    if (isFrequency(quantity, clause.rates, everywhere, rates)) return false;
    if (isOfOtherPeriod(quantity, clause.rates, everywhere, rates)) return false;
    if (isNamedShare(quantity, everywhere, shares)) return false;
    if (isMultiplied(quantity, everySaid, everywhere, rates)) return false;
    if (isSubstituted(quantity, clause, closest)) return true;
    return chunks.some(is) || !isComputed(quantity, everywhere, hasPeriod);
  });
}

/** Words that name what is counted, in the plural; in German any noun. */
const countable = /(?:s|x|people|children|women|men|square|cubic)$/u;
const materials = new Set(['mass', 'volume']);
const timeWord = /(?:tage?n?|stunden?|wochen?|monate?n?|jahre?n?)$/u;

/**
 * Whether a quantity counts what no statement names, where each statement that has it counts something else: five people for five days,
 * 400 grams of salt for 400 grams of flour.
 */
function countsOther(
  quantity: Quantity,
  { tokens }: Clause,
  stated: readonly Clause[],
  is: (other: Quantity) => boolean,
): boolean {
  if (quantity.kind !== 'number') return false;
  const counted = tokens[tokens.findIndex((token) => token.quantity === quantity) + 1];
  if (!counted || counted.quantity || unitOf(counted.text) || timeWord.test(counted.text)) return false;
  const isMaterial = materials.has(quantity.unit?.dimension ?? '');
  const isNoun = isMaterial || countable.test(counted.text) || counted.isCapitalized;
  if (!isNoun || (quantity.unit && !isMaterial)) return false;
  const isThere = ({ keys }: Token) => keys.some((key) => counted.keys.includes(key));
  if (stated.some((one) => one.tokens.some(isThere))) return false;
  const places = stated.flatMap((one) =>
    one.tokens.flatMap((token, at) =>
      token.quantity && is(token.quantity) ? [[token, one.tokens[at + 1]]] : [],
    ),
  );
  return (
    places.length > 0 &&
    places.every(([same, next]) =>
      isMaterial
        ? next !== undefined && !next.quantity
        : same?.quantity?.kind === 'number' && same.quantity.unit,
    )
  );
}

/** Whether "twice a year" stands for "every six months", or the other way round. */
function isFrequency(
  { values, unit }: Quantity,
  rates: readonly number[],
  stated: readonly Quantity[],
  statedRates: readonly number[],
): boolean {
  const isPeriod = (times: readonly number[], days: readonly number[], periods: readonly number[]) =>
    periods.some((period) =>
      times.some((n) => days.some((one) => Math.abs(n * one - period) <= period / 100)),
    );
  const daysOf = (one: Quantity) => one.values.map((value) => value * (one.unit?.factor ?? 0));
  if (!unit)
    return stated.some((one) => one.unit?.dimension === 'time' && isPeriod(values, daysOf(one), rates));
  if (unit.dimension !== 'time') return false;
  const own = values.map((value) => value * unit.factor);
  return stated.some((one) => !one.unit && isPeriod(one.values, own, statedRates));
}

const cellsOf = (line: string) => line.replace(/^\s*\||\|\s*$/gu, '').split('|');

type Read = (text: string, language: Language | undefined) => readonly Clause[];

/** The cells of a row, each with whether a sentence names its column by its head; the first column names the row. */
function cellsIn(
  { head, row }: Premise['rows'][number],
  tokens: readonly Token[],
  read: (text: string) => readonly Clause[],
): { readonly text: string; readonly isNamed: boolean }[] {
  const heads = cellsOf(head);
  return cellsOf(row).map((text, at) => {
    const keys = read(heads[at] ?? '').flatMap((clause) => clause.tokens.flatMap((token) => token.keys));
    const isNamed = at > 0 && tokens.some((token) => token.keys.some((key) => keys.includes(key)));
    return { text, isNamed };
  });
}

const denial = /^\s*(?:no|nein|non|[-–—✗✘×])\s*$/iu;

/** Whether a cell of a row denies what a sentence is about: "no" in a column that it names, or its own words with "not". */
export const isDeniedByCell = (said: readonly Clause[], { rows, language }: Premise, read: Read): boolean => {
  const tokens = said.flatMap((clause) => clause.tokens);
  const keys = tokens.flatMap((token) => token.keys);
  return rows.some((row) =>
    cellsIn(row, tokens, (text) => read(text, language)).some(({ text, isNamed }) =>
      denial.test(text)
        ? isNamed
        : read(text, language).some(
            (cell) =>
              cell.isNegated && cell.tokens.some((token) => token.keys.some((key) => keys.includes(key))),
          ),
    ),
  );
};

/** Whether a number of a sentence stands in another column of a row than the one that the sentence names by its head. */
export const isOfOtherColumn = (said: readonly Clause[], { rows, language }: Premise, read: Read): boolean =>
  rows.some((row) => {
    const tokens = said.flatMap((clause) => clause.tokens);
    const cells = cellsIn(row, tokens, (text) => read(text, language)).map(({ text, isNamed }) => {
      return { quantities: quantitiesOf(text), isNamed };
    });
    const isSameKind = (a: Quantity, b: Quantity) =>
      a.kind === b.kind && a.unit?.dimension === b.unit?.dimension;
    return quantitiesIn(tokens).some((quantity) => {
      const isThere = cells.filter(({ quantities }) => quantities.some((one) => isSame(quantity, one)));
      return (
        isThere.length > 0 &&
        !isThere.some(({ isNamed }) => isNamed) &&
        cells.some(
          ({ isNamed, quantities }) => isNamed && quantities.some((one) => isSameKind(one, quantity)),
        )
      );
    });
  });

/** Terms of the word that a quantity counts. */
function countedBy({ tokens }: Clause, is: (other: Quantity) => boolean): readonly string[] {
  return tokens.flatMap(({ quantity }, at) => (quantity && is(quantity) ? (tokens[at + 1]?.keys ?? []) : []));
}

/** Whether a statement counts the same with the same number, beside others that the sentence leaves out: "eight books and two films". */
function isCountedAlike(quantity: Quantity, clause: Clause, stated: readonly Clause[]): boolean {
  const own = countedBy(clause, (one) => one === quantity);
  return stated.some((one) =>
    countedBy(one, (other) => isSame(quantity, other)).some((key) => own.includes(key)),
  );
}

/** Whether a quantity stands before the condition that the sentence names: "1 if this, and 2 if that". */
const isUnderItsCondition = (
  quantity: Quantity,
  said: readonly Clause[],
  stated: readonly Clause[],
): boolean =>
  said.some(
    (condition) =>
      condition.isCondition &&
      stated.some((one, at) => {
        const next = stated[at + 1];
        const isIn = ({ keys }: Token) =>
          next?.tokens.some((token) => token.keys.some((key) => keys.includes(key))) ?? false;
        return (
          quantitiesIn(one.tokens).some((other) => isSame(quantity, other)) &&
          next?.isCondition === true &&
          2 * condition.tokens.filter(isIn).length > condition.tokens.length
        );
      }),
  );

/** Whether a clause counts what the statement counts in the same words, with another number: "six equal parts" for "three equal parts". */
function isSubstituted(quantity: Quantity, clause: Clause, closest: Clause | undefined): boolean {
  const { tokens } = clause;
  const isIn = (token: Token) =>
    closest?.tokens.some(({ keys }) => keys.some((key) => token.keys.includes(key))) ?? false;
  if (quantity.unit || !tokens.every((token) => token.quantity || isIn(token))) return false;
  const own = countedBy(clause, (one) => one === quantity);
  return closest !== undefined && countedBy(closest, ({ unit }) => !unit).some((key) => own.includes(key));
}

const sharesInWords: readonly (readonly [RegExp, number])[] = (
  [
    ['an? tenth|ein zehntel|une? dixième', 0.1],
    ['(?:a|one) quarter|ein viertel|un quart', 0.25],
    ['(?:a|one) third|ein drittel|un tiers', 1 / 3],
    ['half|hälfte|moitié', 0.5],
    ['two thirds|zwei drittel|deux tiers', 2 / 3],
    ['three quarters|drei viertel|trois quarts', 0.75],
    ['doubl(?:e[ds]?|ing)|twice|(?:ver)?doppel(?:n|t\\p{L}*)|doublé?e?s?', 2],
    ['tripl(?:e[ds]?|ing)|three times|(?:ver)?dreifach\\p{L}*|triplé?e?s?', 3],
  ] as const
).map(([names, share]) => [new RegExp(`(?<!\\p{L})(?:${names})(?!\\p{L})`, 'iu'), share]);

const ofAll = /(?<!\p{L})(?:of|der|des)(?!\p{L})/iu;

/** The shares and multiples that statements name in words. */
export const sharesIn = (statements: readonly string[]): number[] =>
  sharesInWords.flatMap(([pattern, share]) => (statements.some((one) => pattern.test(one)) ? [share] : []));

/**
 * Tests whether a sentence names a share in words ("half") that contradicts the statements: one of them names another share, or speaks of all,
 * and no two of its quantities have that ratio.
 */
export const hasOtherShare = (text: string, premise: Premise, stated: readonly Clause[]): boolean => {
  const there = sharesIn(premise.statements);
  const quantities = quantitiesIn(stated.flatMap(({ tokens }) => tokens));
  return sharesIn([text]).some(
    (share) =>
      !there.includes(share) &&
      share < 1 &&
      (there.some((one) => one < 1) || ofAll.test(text)) &&
      !isShare(share, quantities),
  );
};

/** Whether a clause counts by another period than the closest clause of the statements: a week for a day. */
export function hasOtherRate(clause: Clause, closest: Clause, stated: readonly Clause[]): boolean {
  const isSaid = (rate: number) =>
    stated.some(
      ({ rates, tokens }) =>
        rates.includes(rate) ||
        quantitiesIn(tokens).some(
          ({ unit, values }) =>
            unit?.dimension === 'time' &&
            values.some((value) => Math.abs(value * unit.factor - rate) < rate / 100),
        ),
    );
  return (
    closest.rates.length > 0 && clause.rates.some((rate) => !closest.rates.includes(rate) && !isSaid(rate))
  );
}
