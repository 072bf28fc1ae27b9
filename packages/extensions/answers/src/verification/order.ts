import { isSame } from './arithmetic.ts';
import type { Clause, Token } from './clauses.ts';

const isEqual = (a: Token, b: Token) =>
  a.quantity && b.quantity ? isSame(a.quantity, b.quantity) : a.keys.some((key) => b.keys.includes(key));
/** Maximum number of words of a clause that are compared. */
const maxTokens = 60;

const indexOf = (tokens: readonly Token[], wanted: Token) => {
  const at = tokens.findIndex((one) => isEqual(one, wanted));
  // A word that stands twice says nothing about its place.
  return tokens.findLastIndex((one) => isEqual(one, wanted)) === at ? at : -1;
};

/**
 * Whether what stands before a word and what stands behind it have changed places: "turned" where that says something else, "converse" where the sentence
 * says it from the other side, in the passive or with "less" for "more".
 */
export function findTurned(
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
