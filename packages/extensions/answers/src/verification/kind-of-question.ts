import { plainWord } from '@docfleet/text-analysis';
import { wordsOf } from './find-quote.ts';
import { quantitiesOf } from './quantities.ts';

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
    question: /^\W*(?:at )?what time\b|^\W*um (?:wie ?viel|welche) uhr\b|^\W*(?:à|a) quelle heure(?!\p{L})/iu,
    isAnswered: (sentence) =>
      quantitiesOf(sentence).some(({ kind, date }) => kind === 'time' || (kind === 'number' && !date)) ||
      /\b(?:noon|midnight|mittags?|mitternacht|midi|minuit)\b/iu.test(sentence),
  },
  {
    question:
      /^\W*(?:how (?:many|much|long|old|high|large|big|far|often|deep|tall|heavy)|wie (?:viele?|lange|alt|hoch|groß|weit|oft|schwer)|combien)\b/iu,
    isAnswered: (sentence) =>
      quantitiesOf(sentence).length > 0 || amounts.test(sentence) || moments.test(sentence),
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

/** Whether a sentence can be an answer by its form: a date to "when", a number to "how many", a reason to "why", a name to "who is the". */
export function canAnswer(question: string, sentence: string): boolean {
  const kind = kinds.find((one) => one.question.test(question));
  if (!kind) return true;
  const asked = new Set(wordsOf(question).map(({ key }) => plainWord(key)));
  const words = sentence.match(/[\p{L}\p{M}'’-]+/gu) ?? [];
  // The first word is written with a capital letter in any case.
  return kind.isAnswered(
    sentence,
    words.slice(1).filter((word) => !asked.has(plainWord(word))),
  );
}
