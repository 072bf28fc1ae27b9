import { readFile } from 'node:fs/promises';
import { inSlices } from '@docfleet/runtime/slices';
import { englishTerms } from './english-terms.ts';
import { decodeTable, dimensions, tablePath } from './table-file.ts';

/** The stems of the bundled words. Row i belongs to the i-th commonest word. */
export interface Vocabulary {
  /** A stem's row: that of the commonest word that has it. */
  readonly rows: ReadonlyMap<string, number>;
  readonly vectors: Int8Array;
  /** 1 / length of a row's vector. */
  readonly scales: Float32Array;
}

function inverseLength(vectors: Int8Array, row: number): number {
  let squares = 0;
  const end = (row + 1) * dimensions;
  for (let index = row * dimensions; index < end; index += 1) squares += (vectors[index] as number) ** 2;
  return 1 / Math.sqrt(squares || 1);
}

async function readVocabulary(): Promise<Vocabulary> {
  const { words, vectors } = decodeTable(await readFile(tablePath));
  const rows = new Map<string, number>();
  const scales = new Float32Array(words.length);
  // Stems are made here and not kept in the file, so that they are always those of the model's analyzer.
  await inSlices(words.entries(), ([row, word]) => {
    const [stem, ...others] = englishTerms(word);
    if (stem !== undefined && others.length === 0 && !rows.has(stem)) rows.set(stem, row);
    scales[row] = inverseLength(vectors, row);
  });
  return { rows, vectors, scales };
}

let loading: Promise<Vocabulary> | undefined;

/** The vocabulary, read at the first call and once per process. */
export function loadVocabulary(): Promise<Vocabulary> {
  loading ??= readVocabulary().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Rarer ones are foreign words and names as well: GloVe was made of an English encyclopedia and newspapers. */
const commonWords = 40_000;

/** Returns a test of whether a lower-case word, or one of its stem, is a common one of English. */
export async function loadEnglishWords(): Promise<(word: string) => boolean> {
  const { rows } = await loadVocabulary();
  return (word) => englishTerms(word).every((stem) => (rows.get(stem) ?? commonWords) < commonWords);
}
