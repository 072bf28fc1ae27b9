import { plainWord } from '@docfleet/text-analysis';
import { isSame } from './arithmetic.ts';
import type { Clause, Token } from './clauses.ts';
import type { Premise } from './compare-quantities.ts';
import { alternativesOf, oppositions, unanimous } from './lexicon.ts';

/** Whether two tokens have the same quantity, or share a key: for the order of words, in which parties need not be distinguished. */
const isSameWord = (a: Token, b: Token) =>
  a.quantity && b.quantity ? isSame(a.quantity, b.quantity) : a.keys.some((key) => b.keys.includes(key));
/** Maximum number of words of a clause that are compared. */
const maxTokens = 60;

const indexOf = (tokens: readonly Token[], wanted: Token) => {
  const at = tokens.findIndex((one) => isSameWord(one, wanted));
  // A word that stands twice says nothing about its place.
  return tokens.findLastIndex((one) => isSameWord(one, wanted)) === at ? at : -1;
};

/**
 * Whether what stands before a word and what stands behind it have changed places: "turned" where that says something else, "converse" where the sentence
 * says it from the other side, in the passive or with "less" for "more".
 */
function findTurned(
  said: Clause,
  stated: Clause,
  before: Clause | undefined,
): 'turned' | 'converse' | undefined {
  const [own, other] = [
    said.tokens.slice(0, maxTokens),
    [...((stated.isJoined && before?.tokens) || []), ...stated.tokens].slice(0, maxTokens),
  ];
  const places = own.map((token) => (indexOf(own, token) < 0 ? -1 : indexOf(other, token)));
  const pivots = own.flatMap((token, at) => {
    const place = places[at] ?? -1;
    return token.isCapitalized || token.quantity || place < 0 ? [] : [[at, place] as const];
  });
  // A time that moves to the front turns nothing.
  const isFronted = own[0]?.quantity !== undefined && other[0]?.quantity === undefined;
  const isTurned = pivots.some(
    ([at, place]) =>
      places.slice(0, at).some((before) => before > place) &&
      places.slice(at + 1).some((behind) => behind >= 0 && behind < place),
  );
  if (!isTurned || isFronted) return undefined;
  return said.isPassive !== stated.isPassive || hasOtherMeasure(said, stated) ? 'converse' : 'turned';
}

const hasOtherMeasure = (said: Clause, stated: Clause) =>
  (said.sides.get('more') ?? 0) * (stated.sides.get('more') ?? 0) < 0;

/** Whether one of two words is the other party of a German contract: "Mieter" stands in "Vermieter". */
const isOtherParty = (a: string, b: string): boolean =>
  a.length < b.length
    ? isOtherParty(b, a)
    : /^ver.{3,}er/u.test(a) && !b.startsWith('ver') && b.slice(0, 4) === a.slice(3, 7);
const sharesKey = (a: Token, b: Token) =>
  a.keys.some((key) => b.keys.includes(key)) && !isOtherParty(plainWord(a.text), plainWord(b.text));
/** Whether two words, or two quantities, are the same. */
export const isEqual = (a: Token, b: Token): boolean =>
  a.quantity && b.quantity ? isSame(a.quantity, b.quantity) : !a.quantity && !b.quantity && sharesKey(a, b);
/** Whether a word is among others. */
export const has = (tokens: readonly Token[], wanted: Token) => tokens.some((one) => isEqual(wanted, one));

const isContradictory = new Map(oppositions.map(({ name, isContradictory }) => [name, isContradictory]));

/** Whether two clauses say the opposite of each other: one of them is negated, or on the other side of what both are about. */
function isOpposite(
  said: Clause,
  stated: Clause,
  before: Clause | undefined,
  isSameLanguage: boolean,
): boolean {
  // The cells of a row have their own order.
  const turned = stated.isRow ? undefined : findTurned(said, stated, before);
  if (turned === 'turned') return true;
  // Opening hours from one time to another imply that it closes at the second.
  const hasTimes = stated.tokens.filter(({ quantity }) => quantity?.kind === 'time').length > 1;
  // The negation in a condition is not one of the sentence.
  const isComparable = stated.isCondition === said.isCondition || !stated.isCondition;
  const isSameSign = said.isNegated === stated.isNegated || !isComparable;
  // "Not used" is "unused", and "pays nothing" is "free".
  const isExplained =
    said.hasNegativePrefix !== stated.hasNegativePrefix ||
    [...said.sides].some(
      ([name, side]) => isContradictory.get(name) && side * (stated.sides.get(name) ?? 0) < 0,
    );
  const sign = isSameSign ? 1 : -1;
  // "Not after a week" is "within a week", and what is open until two closes at two.
  const isOtherSide = said.reach !== undefined && stated.reach !== undefined && said.reach !== stated.reach;
  const shared = [...said.sides].flatMap(([name, side]) => {
    const other = stated.sides.get(name);
    if (
      other === undefined ||
      side === 0 ||
      other === 0 ||
      (turned === 'converse' && name === 'more') ||
      (isSameLanguage ? name === 'with' : name.startsWith('with ')) ||
      (isOtherSide && name === 'order') ||
      (name === 'open' && (hasTimes || !said.reach !== !stated.reach))
    )
      return [];
    if (sign < 0 && isExplained) return isContradictory.get(name) ? [1] : [side * other];
    return [sign * side * other];
  });
  if (shared.length > 0) return shared.some((agreement) => agreement < 0);
  // "Forbidden" may be what the other says with "not".
  const flips =
    isOtherSide ||
    said.hasNegativePrefix ||
    stated.hasNegativePrefix ||
    [...said.sides, ...stated.sides].some(([name, side]) => side < 0 && isContradictory.get(name));
  const common = said.tokens.filter((token) => has(stated.tokens, token)).length;
  if (stated.isException)
    return (said.isNegated !== (said.sides.get('include') ?? 0) < 0) !== stated.isNegated;
  return sign < 0 && !flips && (!isSameLanguage || 2 * common > said.tokens.length);
}

const isOtherDuty = (said: Clause, stated: Clause): boolean =>
  said.isNegated === stated.isNegated &&
  ((said.isObligation && !said.isOption && stated.isOption && !stated.isObligation) ||
    (said.isOption && !said.isObligation && stated.isObligation && !stated.isOption));

/** Clauses as one, where it is not known which says what. */
const merged = (clauses: readonly Clause[]): Clause | undefined => {
  const [first] = clauses;
  const sides = new Map<string, number>();
  for (const [name, side] of clauses.flatMap((clause) => [...clause.sides]))
    sides.set(name, (sides.get(name) ?? side) === side ? side : 0);
  const isNegated = clauses.filter((clause) => clause.isNegated).length % 2 === 1;
  return first && { ...first, tokens: clauses.flatMap(({ tokens }) => tokens), sides, isNegated };
};

/** Whether a clause says the opposite of the statement, or of all of its clauses where it is in another language. */
export function isDenied(
  clause: Clause,
  closest: Clause | undefined,
  said: readonly Clause[],
  stated: readonly Clause[],
  isSameLanguage: boolean,
): boolean {
  const denies = (one: Clause) =>
    isOpposite(clause, one, stated[stated.indexOf(one) - 1], isSameLanguage) || isOtherDuty(clause, one);
  if (isSameLanguage) return closest !== undefined && denies(closest);
  if (said.length === stated.length) {
    const other = stated[said.indexOf(clause)];
    const isSilent = (one: Clause) => one.sides.size === 0 && one.isNegated === clause.isNegated;
    return other !== undefined && denies(other) && stated.every((one) => denies(one) || isSilent(one));
  }
  const [whole, all] = [merged(said), merged(stated)];
  return stated.every(denies) && (!whole || !all || isOpposite(whole, all, undefined, false));
}

/** Whether a clause names another of several things than the statements do: red for orange. */
export function namesAlternative(clause: Clause, closest: Clause, stated: readonly Clause[]): boolean {
  const of = (tokens: readonly Token[]) => tokens.flatMap(({ text }) => alternativesOf(plainWord(text)));
  const [own, there, everywhere] = [
    of(clause.tokens),
    of(closest.tokens),
    of(stated.flatMap(({ tokens }) => tokens)),
  ];
  return own.some(
    ([kind, one]) =>
      !everywhere.some(([other, at]) => other === kind && at === one) &&
      there.some(([other, at]) => other === kind && !own.some(([k, o]) => k === kind && o === at)),
  );
}

/** Terms of what a clause says "without" of. */
const withoutWhat = ({ sides }: Clause): string[] =>
  [...sides].flatMap(([name, side]) => (name.startsWith('with ') && side < 0 ? [name.slice(5)] : []));

/** Whether a clause is about what the only statement says is absent: "entitled to a seat" for "without a seat". */
const affirmsAbsent = (clause: Clause, stated: readonly Clause[]): boolean => {
  const absent = stated.flatMap(withoutWhat);
  return (
    stated.length === 1 &&
    withoutWhat(clause).length === 0 &&
    !clause.sides.has('with') &&
    clause.tokens.some(({ keys }) => keys.some((key) => absent.includes(key)))
  );
};

/**
 * Whether a clause says of all what the statements say of some, or says of a thing's absence what they say of the thing: "without a number"
 * where a number is asked for.
 */
export function isOverstated(clause: Clause, stated: readonly Clause[], { terms }: Premise): boolean {
  const isSomeOnly = stated.some(({ excludes, isTurned, isPartial }) => excludes || isTurned || isPartial);
  if (clause.isUniversal && isSomeOnly && !stated.some(({ isUniversal }) => isUniversal)) return true;
  const isAgreed = ({ keys }: Token) => keys.some((key) => unanimous.test(key));
  if (clause.tokens.some((token) => isAgreed(token) && !token.keys.some((key) => terms.has(key))))
    return true;
  if (clause.isNegated || clause.isObligation) return false;
  if (affirmsAbsent(clause, stated)) return true;
  const isDenying = (one: Clause) => one.isNegated || one.isTurned || withoutWhat(one).length > 0;
  const keys = withoutWhat(clause);
  return (
    !stated.some(isDenying) &&
    stated.some(({ tokens }) => tokens.some((token) => token.keys.some((key) => keys.includes(key))))
  );
}

/** Whether a clause is the condition under which a statement says that the rest is otherwise: "if" for its "unless". */
export const isExcepted = (clause: Clause, stated: Clause): boolean =>
  clause.isCondition &&
  !clause.isTurned &&
  stated.isTurned &&
  2 * clause.tokens.filter((token) => has(stated.tokens, token)).length > clause.tokens.length;
