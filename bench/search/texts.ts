import { createSeededRandom } from '@docfleet/testing';
import { readDataset } from '../retrieval/scifact.ts';

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

/** Documents to ingest, and queries to search them with. */
export interface Texts {
  readonly documents: readonly { name: string; text: string }[];
  readonly queries: readonly string[];
}

/** Documents and queries of a collection in the form of BEIR: all its words, one after the other, in sections of `wordsPerChunk` words. */
export function readTexts(folder: string, chunks: number, wordsPerChunk: number): Texts {
  const collection = readDataset(folder, ['train', 'test']);
  if (!collection) throw new Error(`${folder} has no corpus.jsonl`);
  const words = collection.documents.flatMap(({ text }) => text.split(/\s+/));
  const sections = Array.from(
    { length: Math.min(chunks, Math.floor(words.length / wordsPerChunk)) },
    (_, index) => {
      const [first = '', ...others] = words.slice(index * wordsPerChunk, (index + 1) * wordsPerChunk);
      return `## ${first}\n\n${others.join(' ')}.`;
    },
  );
  return {
    documents: Array.from({ length: Math.ceil(sections.length / chunksPerDocument) }, (_, index) => ({
      name: `document-${index}`,
      text: sections.slice(index * chunksPerDocument, (index + 1) * chunksPerDocument).join('\n\n'),
    })),
    queries: collection.queries.map(({ text }) => text),
  };
}
