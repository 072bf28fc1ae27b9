import { createSeededRandom } from '@docfleet/testing';

const syllables =
  'ba be bi bo bu da de di do du fa fe fi fo fu ga ge gi go gu ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po pu ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo vu za ze zi zo zu'.split(
    ' ',
  );

/** Words as often as in a real language: the n-th most frequent occurs 1/n as often as the first (Zipf). */
function createVocabulary(size: number, seed: number) {
  const random = createSeededRandom(seed);
  const word = () =>
    Array.from(
      { length: 2 + Math.floor(random() * 3) },
      () => syllables[Math.floor(random() * syllables.length)],
    ).join('');
  const words = Array.from({ length: size }, word);
  const scale = Math.log(size);
  return { random, pick: () => words[Math.floor(Math.exp(random() * scale)) - 1] ?? '' };
}

const chunksPerDocument = 50;

/** Documents of fifty chunks each, with a heading for each chunk so that cuts fall there. */
export function* createDocuments(
  chunks: number,
  seed: number,
  wordsPerChunk = 70,
): Generator<{ name: string; text: string }> {
  const { pick } = createVocabulary(20_000, seed);
  for (let index = 0; index < chunks / chunksPerDocument; index += 1) {
    const sections = Array.from(
      { length: chunksPerDocument },
      () => `## ${pick()} ${pick()}\n\n${Array.from({ length: wordsPerChunk }, pick).join(' ')}.`,
    );
    yield { name: `document-${index}`, text: sections.join('\n\n') };
  }
}

/** Queries of three to eight words of the same language. */
export function createQueries(count: number, seed: number): string[] {
  const { random, pick } = createVocabulary(20_000, seed);
  return Array.from({ length: count }, () =>
    Array.from({ length: 3 + Math.floor(random() * 6) }, pick).join(' '),
  );
}
