import { createSeededRandom } from '@docfleet/testing';

const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');

/** Writes texts of words that occur nowhere else, and remembers which of them a reader of the page wants. */
export interface Writer {
  readonly main: Set<string>;
  readonly boilerplate: Set<string>;
  /** Returns `words` words of the content. */
  text(words: number): string;
  sentence(): string;
  paragraph(): string;
  /** Returns `words` words of the page's frame. */
  other(words: number): string;
  below(limit: number): number;
}

/** Writes a page of a kind that is met in the web. */
export type Shape = (writer: Writer) => string;

/** A writer whose pages are the same for the same seed. */
export function createWriter(seed: number): Writer {
  const random = createSeededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const main = new Set<string>();
  const boilerplate = new Set<string>();
  let count = 0;
  const words = (number: number, kind: Set<string>) =>
    Array.from({ length: number }, () => {
      const digits = String(count++).padStart(4, '0');
      const word = [...digits].map((digit) => syllables[Number(digit) * 2 + below(2)]).join('');
      kind.add(word);
      return word;
    }).join(' ');
  const capital = (text: string) => (text[0] ?? '').toUpperCase() + text.slice(1);
  const sentence = () => `${capital(words(6 + below(12), main))}.`;
  return {
    main,
    boilerplate,
    below,
    sentence,
    text: (number) => words(number, main),
    paragraph: () => Array.from({ length: 2 + below(3) }, sentence).join(' '),
    other: (number) => capital(words(number, boilerplate)),
  };
}
