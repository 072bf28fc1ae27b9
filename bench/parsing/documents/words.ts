import type { Random } from './random.ts';

const words =
  `the of and to in a for it as was with by on at are this from had which one were all there when will more if out so up
  service document connection storage customer parameter interface measurement agreement temperature historical
  engineering laboratory distributed consistency vector latency partition snapshot pipeline schedule gateway protocol
  river village harvest minister election novel painter orchestra mountain climate species protein membrane patient
  treatment hypothesis regression variance café naïve Zürich`.split(/\s+/);

/** Text about as regular as what people write. */
export interface Wording {
  /** Words in lower case. */
  some(count: number): string;
  /** Words of which the first has a capital. */
  phrase(count: number): string;
  sentence(): string;
  prose(sentences: number): string;
}

export function createWording(random: Random): Wording {
  const some = (count: number) => Array.from({ length: count }, () => random.pick(words)).join(' ');
  const phrase = (count: number) => some(count).replace(/^./u, (first) => first.toUpperCase());
  const sentence = () => `${phrase(6 + random.below(14))}.`;
  const prose = (sentences: number) => Array.from({ length: sentences }, sentence).join(' ');
  return { some, phrase, sentence, prose };
}
