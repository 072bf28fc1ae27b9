import { normalizeText, plainWord } from './analyze.ts';
import { fold, simplify } from './languages/fold.ts';
import { isDottedNumber, tokensOf } from './tokens.ts';

/** Words that questions begin with, and verbs that English ones do. */
const openings = new Set(
  `how what when where which who whom whose why is are was were do does did can could should would may must
  wie was wann wo woher wohin warum wieso weshalb wer wen wem wessen welche welcher welches kann darf muss
  comment que quoi qui quand où pourquoi combien quel quelle quels quelles
  cómo qué cuándo dónde quién cuál cuáles cuánto cuántos por
  come cosa chi quando dove perché quale quali quanto quanti
  como quem qual quais onde porque
  hoe wat wanneer waar waarom welke welk
  hur vad vem när var varför vilken vilket vilka
  hvordan hvad hva hvem hvornår når hvor hvorfor hvilken hvilket
  miten mikä mitä missä milloin miksi kuka
  jak co kto kiedy gdzie dlaczego który która które czy
  как что кто когда где почему зачем какой какая какие як що хто коли де чому
  nasıl ne nerede neden kim hangi`
    .split(/\s+/)
    .map((word) => fold(word)),
);

const mark = /[?？؟][\s"'»”)]*$/u;

/** Whether a text asks something in a sentence: it ends with a question mark, or begins as questions do. */
function isQuestion(text: string): boolean {
  const [first = ''] = text
    .trim()
    .toLowerCase()
    .split(/[\s,]+/u);
  return mark.test(text) || openings.has(fold(first));
}

/** The words of a text in their order as they are compared before they are stemmed; of scripts without spaces, the characters. */
export function plainWords(text: string): string[] {
  return [...tokensOf(normalizeText(text))].flatMap((token) => {
    if (token.kind === 'run') return Array.from(token.text, simplify);
    const words = token.kind === 'name' && !isDottedNumber(token) ? token.parts : [token.text];
    return words.map(plainWord).filter((word) => word !== '');
  });
}

/** Something that a text must not have. */
export interface Exclusion {
  /** The word as in the query, with its hyphen. */
  readonly written: string;
  readonly words: readonly string[];
  /** Matches the operator itself where a text has it: a manual that says `-name` is what `find -name` asks for. */
  readonly literal?: RegExp;
}

/** Search terms of a query, split from its quoted and excluded phrases. */
export interface ParsedQuery {
  /** The query without its quotes and excluded phrases. */
  readonly text: string;
  /** Each a sequence of words that a text has to have. */
  readonly phrases: readonly (readonly string[])[];
  readonly excluded: readonly Exclusion[];
}

const end = '(?=[.,;:!?]*(?:$|\\s))';
/** Scripts in which one or two characters are a word. */
const short = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Hangul}';
const excludedWord = `\\p{L}[\\p{L}\\p{M}]{2,}(?:-[\\p{L}\\p{M}]+)*|[${short}]{1,2}`;
const operator = new RegExp(
  `(?<=^|\\s)(?:(-?)(?:"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»)${end}|-(${excludedWord})${end})`,
  'gu',
);

/** An option of a command (`-v`, `--name`, `-Xmx512m`), or the end of a compound whose beginning has a hyphen (`Warenein- und -ausgang`). */
const isOption = new RegExp(
  `(?:^|\\s)-(?:-|[\\p{L}--[${short}]]{1,2}(?:$|\\s)|\\S*[\\p{N}=.\\/:@])|\\p{L}-(?:$|\\s|[,\\/])`,
  'v',
);
const conjunction = /(?:^|\s)(?:and|or|und|oder|et|ou|y|o|e|och|og|en|of|i|lub|и|или)\s+$/iu;

/** Whether a hyphen before words can be meant to exclude them. */
const mayExclude = (query: string): boolean => !isOption.test(query) && !isQuestion(query);

const hyphens = '[-\\u2010-\\u2015\\u2212]';
const literally = (word: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${hyphens}${word.replaceAll('-', hyphens)}(?![\\p{L}\\p{N}])`, 'iu');

/** Names have capitals behind their first letter, error numbers have nothing else. */
const isPlain = (word: string): boolean => word.slice(1) === word.slice(1).toLowerCase();

/** A query that is searched for as it is. */
export const withoutOperators = (query: string): ParsedQuery => ({ text: query, phrases: [], excluded: [] });

/**
 * Reads `"quoted phrases"`, `-excluded` words and `-"excluded phrases"`. Words are excluded by a query that is neither a question nor has
 * options of commands; they stay in its text, for a text that has them with their hyphen is not excluded. A query that would be left
 * without words keeps all of them.
 */
export function parseQuery(query: string): ParsedQuery {
  const phrases: string[][] = [];
  const excluded: Exclusion[] = [];
  const readsWords = mayExclude(query);
  const text = query
    .replaceAll(operator, (written: string, minus: string | undefined, ...rest: (string | number)[]) => {
      const phrase = rest.slice(0, 4).find((one) => typeof one === 'string');
      const word = rest[4];
      if (typeof phrase === 'string') {
        if (minus) excluded.push({ written, words: plainWords(phrase) });
        else phrases.push(plainWords(phrase));
        return minus ? '' : phrase;
      }
      const at = Number(rest[5]);
      const before = query.slice(Math.max(0, at - 20), at);
      if (typeof word === 'string' && readsWords && isPlain(word) && !conjunction.test(before))
        excluded.push({ written, words: plainWords(word), literal: literally(word) });
      return written;
    })
    .trim();
  const asked = excluded.reduce((rest, { written }) => rest.replace(written, ''), text);
  if (asked.trim() === '') return withoutOperators(query);
  return {
    text,
    phrases: phrases.filter((words) => words.length > 0),
    excluded: excluded.filter(({ words }) => words.length > 0),
  };
}

const joined = (words: readonly string[]): string => `\u0001${words.join('\u0001')}\u0001`;

/** The exclusion that keeps a text out of the results of a query, or `'phrase'` where it lacks a quoted one; undefined if it may be one. */
export function refusedBy(
  text: string,
  { phrases, excluded }: Pick<ParsedQuery, 'phrases' | 'excluded'>,
): Exclusion | 'phrase' | undefined {
  if (phrases.length === 0 && excluded.length === 0) return undefined;
  const words = joined(plainWords(text));
  if (!phrases.every((phrase) => words.includes(joined(phrase)))) return 'phrase';
  return excluded.find((one) => words.includes(joined(one.words)) && !one.literal?.test(text));
}
