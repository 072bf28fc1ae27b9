import { type Language, plainWord } from '@docfleet/text-analysis';
import { isSame } from './arithmetic.ts';
import { type Clause, clausesOf, type Token } from './clauses.ts';
import {
  type Compared,
  findOtherQuantity,
  hasOtherRate,
  hasOtherShare,
  isDeniedByCell,
  isOfOtherColumn,
  type Premise,
  quantitiesIn,
  sharesIn,
} from './compare-quantities.ts';
import { agents, oppositions } from './lexicon.ts';
import { has, isDenied, isEqual, isExcepted, isOverstated, namesAlternative } from './polarity.ts';

/** Reason why a sentence does not follow. */
export type Difference = 'CONTRADICTED' | 'NUMBER_NOT_CITED' | 'NAME_NOT_CITED' | 'NOT_SUPPORTED';

/** Opening of an answer, which says nothing: "Yes,", "According to the policy,". */
const opening =
  /^\s*(?:[-*+•]\s+|\d+[.)]\s+)?(?:(?:yes|no|true|false|correct|richtig|falsch|vrai|faux|don['’]t worry|no problem|good news|keine sorge|rassurez-vous|ja|nein|oui|non|sí|si|sì|sure|certainly|of course|absolutely|great question|natürlich|gerne|bien sûr)\s*[,.:!–—-]+\s*|(?:please note that|note that|keep in mind that|it says that|(?:the|these|this) \p{L}+(?: \p{L}+)? (?:says?|states?|specif(?:y|ies)|mentions?) that|(?:the|this|these) (?:\p{L}+ )?(?:guide|handbook|document(?:ation)?|policy|manual|text|page|passage|contract|agreement|sheet|leaflet|rules?|regulations?|article|section|notes?) (?:says?|states?|reads?):?)\s+|(?:according to|as (?:stated|mentioned|described|noted|the)|based on|laut|gemäß|selon|d['’]après|según|secondo)\s[^,.]{1,80},\s*|to answer your question[,:]\s*|in (?:short|other words|summary|total)[,:]\s*)+/iu;

/** Takes the opening of an answer away. */
export const withoutOpening = (text: string): string => text.replace(opening, '');

/** The clause of a statement that says most of what a clause says; undefined where none has a word of it. */
function findClosest(clause: Clause, stated: readonly Clause[]): Clause | undefined {
  let best: Clause | undefined;
  let most = 0;
  for (const [at, candidate] of stated.entries()) {
    const next = stated[at + 1];
    if (
      candidate.isException &&
      candidate.tokens.length > 0 &&
      candidate.tokens.every((token) => clause.tokens.some((one) => one.keys[0] === token.keys[0]))
    )
      return next?.isRelative ? { ...next, tokens: [...candidate.tokens, ...next.tokens] } : candidate;
    const shared = clause.tokens.filter((token) => has(candidate.tokens, token));
    // Among clauses that share as many words, the one about the same subject is compared.
    const isAbout = [...clause.sides.keys()].some((name) => candidate.sides.has(name));
    const score =
      shared.length +
      shared.filter(({ quantity }) => quantity).length / 2 +
      (isAbout ? 0.25 : 0) -
      candidate.tokens.length / 1_000;
    if (shared.length > 0 && score > most) [best, most] = [candidate, score];
  }
  return best;
}

/** Words between those that two clauses have in common, in their order: those of the sentence and those of the statement. */
type Gaps = readonly (readonly [added: readonly Token[], lost: readonly Token[]])[];

function gapsOf(said: readonly Token[], stated: readonly Token[]): Gaps {
  const lengths = Array.from({ length: said.length + 1 }, () => new Array<number>(stated.length + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = said.length - 1; i >= 0; i -= 1)
    for (let j = stated.length - 1; j >= 0; j -= 1) {
      const [a, b] = [said[i], stated[j]];
      const row = lengths[i];
      if (a && b && row) row[j] = isEqual(a, b) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const gaps: [Token[], Token[]][] = [[[], []]];
  let [i, j] = [0, 0];
  while (i < said.length || j < stated.length) {
    const [a, b] = [said[i], stated[j]];
    if (a && b && isEqual(a, b)) {
      gaps.push([[], []]);
      i += 1;
      j += 1;
    } else if (b === undefined || (a && at(i + 1, j) >= at(i, j + 1))) {
      if (a) gaps.at(-1)?.[0].push(a);
      i += 1;
    } else {
      gaps.at(-1)?.[1].push(b);
      j += 1;
    }
  }
  return gaps;
}

/** Whether a word is on one side of an opposition, which is compared as such. */
const isOneSide = ({ text }: Token): boolean =>
  oppositions.some(({ plus, minus }) => plus.test(plainWord(text)) || minus.test(plainWord(text)));

const maxGap = 5;

const minKinLength = 6;
/** Whether two words are of one family, as far as their beginnings show: "Ermäßigung" and "ermäßigt". */
const isKin = (a: string, b: string): boolean => {
  const [x, y] = [plainWord(a), plainWord(b)];
  return x.length >= minKinLength && x.slice(0, minKinLength) === y.slice(0, minKinLength);
};

/**
 * Whether a word of the clause stands elsewhere in the chunk, or only in the question, in the place of a word of the statement that the sentence
 * does not have.
 */
function hasStolenWord(
  clause: Clause,
  closest: Clause,
  gaps: Gaps,
  context: readonly Token[],
  premise: Premise,
): boolean {
  return gaps.some(([added, lost]) => {
    if (added.length === 0 || lost.length === 0 || added.length > maxGap || lost.length > maxGap)
      return false;
    const isKnown = ({ quantity, keys }: Token) => !quantity && keys.some((key) => premise.terms.has(key));
    const isStolen = (token: Token) =>
      !has(closest.tokens, token) &&
      !closest.tokens.some((one) => isKin(one.text, token.text)) &&
      !(closest.isRow && has(context, token)) &&
      !agents.test(token.text.toLowerCase()) &&
      !isOneSide(token);
    const stolen = added.every(isKnown) && added.some(isStolen);
    const words = lost.filter(({ quantity }) => !quantity);
    const isAssumed = added.some(
      ({ keys, text }) =>
        keys.length > 0 &&
        !agents.test(text.toLowerCase()) &&
        keys.every((key) => premise.asked.has(key) && !premise.terms.has(key)),
    );
    return (
      (stolen || isAssumed) &&
      words.length > 0 &&
      words.length <= added.length + 1 &&
      words.every((token) => !has(clause.tokens, token))
    );
  });
}

const causes =
  /\b(?:because(?: of)?|due to|owing to|weil|wegen|aufgrund|parce qu[e'’]|à cause d[eu]|en raison d[eu])\b([^,;.]*)/iu;

/** Whether a sentence names a reason of which no word stands in the statements. */
function isOtherReason(text: string, language: Language | undefined, stated: readonly Clause[]): boolean {
  const reason = clausesOf(causes.exec(text)?.[1] ?? '', language).flatMap(({ tokens }) => tokens);
  const everywhere = stated.flatMap(({ tokens }) => tokens);
  return reason.length > 0 && !reason.some((token) => has(everywhere, token));
}

/**
 * Whether what a clause says is the question's alone: a word of it stands in the question and nowhere in the chunks, and at most one word, or
 * numbers and one name, in the statement.
 */
function isAssumed(
  { tokens, isCondition }: Clause,
  stated: readonly Clause[],
  context: readonly Token[],
  { terms, asked }: Premise,
): boolean {
  const words = tokens.filter(({ quantity }) => !quantity);
  const everywhere = stated.flatMap((one) => one.tokens);
  const shared = words.filter((token) => has(everywhere, token));
  const isAsked = ({ keys }: Token) => keys.length > 0 && keys.every((key) => asked.has(key));
  // Numbers of the statement, said of what the question is about.
  const hasNumber = tokens.some((token) => token.quantity && has(everywhere, token));
  if (hasNumber && shared.length === 0 && words.some((token) => isAsked(token) && !has(context, token)))
    return true;
  return (
    !isCondition &&
    shared.filter((token) => !has(context, token)).length <= 1 &&
    words.some((token) => isAsked(token) && token.keys.every((key) => !terms.has(key)))
  );
}

/** Whether nothing of a clause stands in the statements, but words that their document has in its name. */
function isInvented(
  { tokens, sides, isCondition }: Clause,
  stated: readonly Clause[],
  context: readonly Token[],
): boolean {
  const isAgreed = [...sides].some(([name, side]) => stated.some((one) => one.sides.get(name) === side));
  if (isCondition || isAgreed || tokens.some(({ quantity }) => quantity)) return false;
  const everywhere = stated.flatMap((one) => one.tokens);
  const isKnown = tokens.some((token) => has(everywhere, token) && !has(context, token));
  return !isKnown && tokens.filter((token) => !has(context, token) && !has(everywhere, token)).length > 1;
}

/** Everything that a clause of a sentence is compared with. */
interface Comparison extends Compared {
  readonly premise: Premise;
  /** Clauses of names, headings and the heads of tables. */
  readonly around: readonly Clause[];
  /** Whether the sentence is about the case in which the statement says that it is otherwise. */
  readonly isInExceptedCase: boolean;
}

/** The closest clause of the statements as the sentence has to be compared with it: a row counts by the head of its table, an excepted case is the opposite. */
function findComparable(clause: Clause, { said, stated, premise, around, isInExceptedCase }: Comparison) {
  const closest = findClosest(clause, stated);
  if (closest?.isRow)
    return {
      ...closest,
      isNegated: isDeniedByCell(said, premise, clausesOf) !== isInExceptedCase,
      rates: around.flatMap(({ rates }) => rates),
    };
  return closest && isInExceptedCase ? { ...closest, isNegated: !closest.isNegated } : closest;
}

function findDifferenceOf(clause: Clause, comparison: Comparison): Difference | undefined {
  const { said, stated, premise, around, isSameLanguage } = comparison;
  const closest = findComparable(clause, comparison);
  const context = around.flatMap(({ tokens }) => tokens);
  const everywhere = quantitiesIn(stated.flatMap(({ tokens }) => tokens));
  if (findOtherQuantity(clause, closest, comparison)) return 'NUMBER_NOT_CITED';
  const whole = closest?.isRow ? { ...closest, tokens: [...closest.tokens, ...context] } : closest;
  if (isDenied(clause, whole, said, stated, isSameLanguage)) return 'CONTRADICTED';
  const isConditional = (clauses: readonly Clause[]) => clauses.some(({ hasCondition }) => hasCondition);
  // Rules say "if" for "only if".
  const mayBeExclusive =
    stated.some((one) => one.mayBeExclusive) ||
    (clause.excludes === 'case' && isConditional(said) && isConditional(stated));
  if (clause.excludes && !mayBeExclusive) return 'CONTRADICTED';
  if (
    closest &&
    !quantitiesIn(clause.tokens).some((one) => !everywhere.some((other) => isSame(one, other))) &&
    hasOtherRate(clause, closest, stated)
  )
    return 'NUMBER_NOT_CITED';
  if (closest && namesAlternative(clause, closest, stated)) return 'NAME_NOT_CITED';
  if (!isSameLanguage) return undefined;
  if (isOverstated(clause, stated, premise)) return 'CONTRADICTED';
  const gaps = closest && gapsOf(clause.tokens, closest.tokens);
  if (gaps && hasStolenWord(clause, closest, gaps, context, premise)) return 'NAME_NOT_CITED';
  if (isAssumed(clause, stated, context, premise)) return 'NAME_NOT_CITED';
  return isInvented(clause, stated, context) ? 'NOT_SUPPORTED' : undefined;
}

/** Compares a sentence with the statements that it quotes; undefined where it follows from them as far as words, numbers and their order show. */
export function findDifference(
  sentence: string,
  premise: Premise,
  language: Language | undefined,
): Difference | undefined {
  const text = withoutOpening(sentence);
  const isSameLanguage = language === premise.language;
  const said = clausesOf(text, language);
  const stated = premise.statements.flatMap((one) => clausesOf(one, premise.language));
  if (hasOtherShare(text, premise, stated) || isOfOtherColumn(said, premise, clausesOf))
    return 'NUMBER_NOT_CITED';
  const around = clausesOf(premise.context, premise.language);
  if (isSameLanguage && isOtherReason(text, language, [...stated, ...around])) return 'NOT_SUPPORTED';
  const isTurned = (clause: Clause) => isSameLanguage && stated.some((one) => isExcepted(clause, one));
  const comparison: Comparison = {
    said,
    stated,
    premise,
    around,
    isSameLanguage,
    context: quantitiesIn(around.flatMap(({ tokens }) => tokens)),
    chunks: premise.quantities,
    shares: sharesIn(premise.statements),
    isInExceptedCase: said.some(isTurned),
  };
  for (const clause of said) {
    const difference = isTurned(clause) ? undefined : findDifferenceOf(clause, comparison);
    if (difference) return difference;
  }
  return undefined;
}
