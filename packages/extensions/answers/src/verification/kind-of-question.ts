import { contentTokens, type Language, plainWord } from '@docfleet/text-analysis';
import { wordsOf } from './find-quote.ts';
import { quantitiesOf } from './quantities.ts';
import type { Evidence } from './verify-sentence.ts';

interface Kind {
  readonly question: RegExp;
  /** Whether a sentence can be an answer; `others` are its words that the question does not have. */
  isAnswered(sentence: string, others: readonly string[]): boolean;
}

const moments =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|noon|midnight|morning|evening|night|today|tomorrow|now|daily|weekly|monthly|yearly|once|after|before|when|until|till|during|while|as soon as|immediately|always|never|every|each|begin|end|nach|vor|bis|sobald|wenn|immer|nie|täglich|wöchentlich|avant|après|quand|dès|jamais|toujours|chaque)/iu;
const amounts =
  /\b(?:all|none|no|not|every|each|any|half|double|once|twice|one|an?|free|several|unlimited|never|always|daily|weekly|monthly|yearly|alle|keine?|jede[rsn]?|eine?|halb|kostenlos|täglich|tous|toutes|aucune?|une?|chaque|gratuite?s?)\b/iu;
const reasons =
  /\b(?:because|since|due|owing|so|order|reason|cause[sd]?|therefore|thus|to|for|as|means?|indicates?|shows?|signals?|if|when|after|without|failed|bedeutet|zeigt|wenn|nach|ohne|weil|da|wegen|damit|um|denn|grund|daher|parce|car|puisque|afin|pour|raison)\b/iu;

/** Kinds of questions in English, German and French whose answers are known by their form. */
const kinds: readonly Kind[] = [
  {
    question: /^\W*(?:when|since when|until when|by when|wann|seit wann|bis wann|quand|depuis quand)\b/iu,
    isAnswered: (sentence) => quantitiesOf(sentence).length > 0 || moments.test(sentence),
  },
  {
    // The beginning of something is a day or a year.
    question:
      /^\W*(?:when (?:was|were)|wann (?:wurden?|ist)|quand\b.{0,60}(?:a|ont)(?:-t-|-| )(?:il|elle|ils|elles)?).*\b(?:founded|established|built|launched|invented|introduced|elected|born|released|published|gegründet|gebaut|erbaut|eingeführt|gewählt|geboren|veröffentlicht|erschienen|fondée?s?|construite?s?|lancée?s?|élue?s?|publiée?s?|sortie?s?)\b/iu,
    isAnswered: (sentence) =>
      quantitiesOf(sentence).some(
        ({ kind, date, values, unit }) =>
          (kind === 'date' && (date?.year ?? date?.month) !== undefined) ||
          (kind === 'number' && !unit && values.some((value) => value > 999 && value < 2_200)),
      ) || /\b(?:ago|since|vor|seit|il y a|depuis)\b/iu.test(sentence),
  },
  {
    question: /^\W*(?:at )?what time\b|^\W*um (?:wie ?viel|welche) uhr\b|^\W*(?:à|a) quelle heure(?!\p{L})/iu,
    isAnswered: (sentence) =>
      quantitiesOf(sentence).some(({ kind, date }) => kind === 'time' || (kind === 'number' && !date)) ||
      /\b(?:noon|midnight|mittags?|mitternacht|midi|minuit)\b/iu.test(sentence),
  },
  {
    question: /^\W*(?:how (?:many|much|long|old|often)|wie (?:viele?|lange|alt|oft)|combien)\b/iu,
    isAnswered: (sentence) =>
      quantitiesOf(sentence).length > 0 || amounts.test(sentence) || moments.test(sentence),
  },
  {
    question:
      /^\W*(?:how (?:high|large|big|far|deep|tall|heavy|wide)|wie (?:hoch|groß|weit|tief|schwer|breit))\b/iu,
    isAnswered: (sentence) => quantitiesOf(sentence).length > 0 || amounts.test(sentence),
  },
  {
    question: /^\W*(?:why|warum|weshalb|wieso|pourquoi)\b/iu,
    isAnswered: (sentence) => reasons.test(sentence),
  },
  {
    // A name is wanted.
    question:
      /^\W*(?:who (?:is|are|was|were) (?:the|our|your|my)|wer (?:ist|sind|war|waren) (?:der|die|das|unser\p{L}*)|qui (?:est|sont|était) (?:le|la|les))\b/iu,
    isAnswered: (_sentence, others) => others.some((word) => /^\p{Lu}/u.test(word)),
  },
];

/** Questions that are answered by yes or no, by a person, or by one of a kind: an answer names what they ask about, or its statement does. */
const aboutIts =
  /^\W*(?:(?:is|are|was|were|may|can|could|do|does|did|has|have|must|should|will|who|in which|for which|on which|which|whose)\b|(?:darf|dürfen|kann|können|muss|müssen|ist|sind|hat|haben|gibt|wer|welche[mnrs]?|in welche[mnr])\b|(?:est-ce|peut-on|puis-je|faut-il|qui|quelle?s?|dans quelle?s?|en quelle?s?)(?!\p{L}))/iu;

/** Statements that a sentence rests on, and the terms of what their document is about. */
interface Grounds {
  readonly statements: readonly string[];
  readonly topic: ReadonlySet<string>;
  readonly languages: readonly Language[];
}

/** Returns the statements that a sentence rests on, from the places that it cites, and what their documents are about. */
export function groundsOf(evidence: readonly Evidence[]): Grounds {
  const chunks = [...new Set(evidence.map(({ chunk }) => chunk))];
  return {
    statements: evidence.map(({ chunk, span }) => chunk.around(span).statement),
    topic: new Set(chunks.flatMap(({ topic }) => [...topic])),
    languages: chunks.flatMap(({ language }) => language ?? []),
  };
}

/** Whether a question is about something of which neither the answer nor its statement has a word; what the document is about says nothing of that. */
function isBesideIt(question: string, sentence: string, { statements, topic, languages }: Grounds): boolean {
  if (!aboutIts.test(question) || statements.length === 0) return false;
  const said = new Set(contentTokens(`${sentence}\n${statements.join('\n')}`, languages).flat());
  const asked = contentTokens(question, languages).filter((terms) => !terms.some((term) => topic.has(term)));
  return asked.length > 0 && !asked.some((terms) => terms.some((term) => said.has(term)));
}

/**
 * Whether a sentence can be an answer by its form: a date to "when", a number to "how many", a reason to "why", a name to "who is the"; and to
 * questions of yes or no, who and which, by what it is about.
 */
export function canAnswer(
  question: string,
  sentence: string,
  grounds: Grounds = { statements: [], topic: new Set(), languages: [] },
): boolean {
  if (isBesideIt(question, sentence, grounds)) return false;
  const asked = new Set(wordsOf(question).map(({ key }) => plainWord(key)));
  const words = sentence.match(/[\p{L}\p{M}'’-]+/gu) ?? [];
  // The first word is written with a capital letter in any case.
  const others = words.slice(1).filter((word) => !asked.has(plainWord(word)));
  return kinds.every((kind) => !kind.question.test(question) || kind.isAnswered(sentence, others));
}
