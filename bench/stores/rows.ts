import type { Embedder } from '@docfleet/embedding';
import type { MetadataFilter } from '@docfleet/metadata-filter';
import { createSeededRandom } from '@docfleet/testing';
import { analyze, termId, weighQuery } from '@docfleet/text-analysis';
import type { VectorQuery, VectorRecord } from '@docfleet/vector-store';
import type { Dataset } from '../retrieval/scifact.ts';

const alive = AbortSignal.timeout(86_400_000);
const wordsOfEach = 60;
const rowsSampled = 3_000;
const rowsPerCluster = 1_000;
const spread = 0.9;

interface Subset {
  readonly name: string;
  readonly filter?: MetadataFilter;
  leaves(index: number): boolean;
}

const isRare = (index: number): boolean => index % 97 === 0 && index < 970;

/** Shares of all rows that filters leave: every tenth, hundredth and thousandth, and ten rows. */
export const subsets: readonly Subset[] = [
  { name: 'all', leaves: () => true },
  {
    name: '10 %',
    filter: [{ field: 'bucket', operator: '$lt', value: 100 }],
    leaves: (index) => index % 1_000 < 100,
  },
  {
    name: '1 %',
    filter: [{ field: 'bucket', operator: '$lt', value: 10 }],
    leaves: (index) => index % 1_000 < 10,
  },
  {
    name: '0.1 %',
    filter: [{ field: 'bucket', operator: '$eq', value: 7 }],
    leaves: (index) => index % 1_000 === 7,
  },
  {
    name: '10 rows',
    filter: [{ field: 'isRare', operator: '$eq', value: true }],
    leaves: isRare,
  },
];

/** Makes vectors of unit length: those of an embedder, or random ones around centers, of which the first have the most. */
export type MakeVectors = (
  texts: readonly string[],
  purpose: 'document' | 'query',
) => Promise<readonly Float32Array[]>;

/** Texts in one request to a local model. */
const textsAtOnce = 100;

export const vectorsOf =
  (embedder: Embedder): MakeVectors =>
  async (texts, purpose) => {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += textsAtOnce)
      vectors.push(...(await embedder.embed(texts.slice(from, from + textsAtOnce), purpose, alive)));
    return vectors;
  };

export function randomVectors(rows: number, dimensions: number, seed: number): MakeVectors {
  const random = createSeededRandom(seed);
  // The sum of four is near enough to a normal distribution, of variance 1/3.
  const noise = () => (random() + random() + random() + random() - 2) * Math.sqrt(3 / dimensions);
  const around = (center: Float32Array | undefined) => {
    const values = new Float32Array(dimensions);
    let square = 0;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const value = (center?.[axis] ?? 0) + spread * noise();
      values[axis] = value;
      square += value * value;
    }
    const norm = Math.sqrt(square);
    for (let axis = 0; axis < dimensions; axis += 1) values[axis] = (values[axis] as number) / norm;
    return values;
  };
  const centers = Array.from({ length: Math.ceil(rows / rowsPerCluster) }, () => around(undefined));
  return async (texts) => texts.map(() => around(centers[Math.floor(centers.length * random() ** 2)]));
}

/** Makes rows of a collection's words: half of a row's are of one document, half of another, so that frequencies stay and rows differ. */
export function createRows({ documents }: Dataset, makeVectors: MakeVectors, seed: number) {
  const random = createSeededRandom(seed + 1);
  const sources = documents.map(({ text }) => ({ words: text.split(/\s+/), terms: analyze(text) }));
  const cut = <Item>(items: readonly Item[], at: number) => {
    const start = Math.floor(Math.max(0, items.length - wordsOfEach) * at);
    return items.slice(start, start + wordsOfEach);
  };

  /** Rows of these numbers, which have to be made in their order. */
  return async (from: number, count: number): Promise<VectorRecord[]> => {
    const halves = Array.from({ length: count }, (_, offset) =>
      [(from + offset) % sources.length, Math.floor(random() * sources.length)].map((source) => ({
        source: sources[source],
        at: random(),
      })),
    );
    const texts = halves.map((both) =>
      both.flatMap(({ source, at }) => cut(source?.words ?? [], at)).join(' '),
    );
    const vectors = await makeVectors(texts, 'document');
    return halves.map((both, offset) => {
      const index = from + offset;
      const documentId = `doc${Math.floor(index / 10)}`;
      return {
        id: `${documentId}#${index}`,
        documentId,
        values: vectors[offset] ?? new Float32Array(),
        terms: both.flatMap(({ source, at }) => cut(source?.terms ?? [], at)),
        text: texts[offset] ?? '',
        source: 'TEXT',
        type: 'TEXT',
        tenantId: null,
        metadata: { bucket: index % 1_000, ...(isRare(index) && { isRare: true }) },
      };
    });
  };
}

/** Counts in how many rows each term occurs, as the sample of a namespace does. */
export function countTerms(records: readonly VectorRecord[]) {
  const frequencies = new Map<number, number>();
  const sampled = records.slice(0, rowsSampled);
  for (const { terms } of sampled)
    for (const id of new Set(terms.map(termId))) frequencies.set(id, (frequencies.get(id) ?? 0) + 1);
  return {
    documentCount: sampled.length,
    frequencyOf: (term: string) => frequencies.get(termId(term)) ?? 0,
  };
}

/** The questions of the collection as hybrid queries. */
export async function createQueries(
  questions: readonly string[],
  makeVectors: MakeVectors,
  statistics: ReturnType<typeof countTerms>,
): Promise<Pick<Required<VectorQuery>, 'vector' | 'keyword'>[]> {
  const vectors = await makeVectors(questions, 'query');
  return questions.map((question, index) => ({
    vector: vectors[index],
    keyword: { ...weighQuery(question, statistics), semanticWeight: 0.5, keywordWeight: 0.5 },
  }));
}
