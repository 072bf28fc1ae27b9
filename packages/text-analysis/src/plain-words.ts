import { normalizeText, plainWord } from './analyze.ts';
import { simplify } from './languages/fold.ts';
import { tokensOf } from './tokens.ts';

/** The words of a text in their order as they are compared before they are stemmed; of scripts without spaces, the characters. */
export function plainWords(text: string): string[] {
  return [...tokensOf(normalizeText(text))].flatMap((token) => {
    if (token.kind === 'run') return Array.from(token.text, simplify);
    const words = token.kind === 'name' ? token.parts : [token.text];
    return words.map(plainWord).filter((word) => word !== '');
  });
}

/** What a query asks for beside its words. */
export interface ParsedQuery {
  /** What is searched for: quotes and excluded words are taken out. */
  readonly text: string;
  /** Each a sequence of words that a text has to have. */
  readonly phrases: readonly (readonly string[])[];
  /** Each a sequence of words that a text must not have. */
  readonly excluded: readonly (readonly string[])[];
}

const quoted = /(?<=^|\s)(-?)(?:"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»)(?=$|[\s.,;:!?])/gu;
const excludedWord = /(?<=^|\s)-(\p{L}[^\s]*)/gu;

/** Reads `"quoted phrases"`, `-excluded` words and `-"excluded phrases"`. A query that would be left without words keeps all of them. */
export function parseQuery(query: string): ParsedQuery {
  const phrases: string[][] = [];
  const excluded: string[][] = [];
  const text = query
    .replaceAll(quoted, (_, minus: string, ...quotes: (string | undefined)[]) => {
      const phrase = quotes.slice(0, 4).find((one) => typeof one === 'string') ?? '';
      (minus ? excluded : phrases).push(plainWords(phrase));
      return minus ? '' : phrase;
    })
    .replaceAll(excludedWord, (_, word: string) => {
      excluded.push(plainWords(word));
      return '';
    })
    .trim();
  const hasWords = (words: readonly string[]) => words.length > 0;
  if (text === '') return { text: query, phrases: [], excluded: [] };
  return { text, phrases: phrases.filter(hasWords), excluded: excluded.filter(hasWords) };
}

const joined = (words: readonly string[]): string => `\u0001${words.join('\u0001')}\u0001`;

/** Whether a text has all phrases of a query and nothing that it excludes. */
export function honorsQuotes(
  text: string,
  { phrases, excluded }: Pick<ParsedQuery, 'phrases' | 'excluded'>,
): boolean {
  if (phrases.length === 0 && excluded.length === 0) return true;
  const words = joined(plainWords(text));
  return (
    phrases.every((phrase) => words.includes(joined(phrase))) &&
    !excluded.some((phrase) => words.includes(joined(phrase)))
  );
}
