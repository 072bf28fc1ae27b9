import { unitVector } from '../../accept-vectors.ts';
import { englishTerms } from './english-terms.ts';
import { dimensions as wordDimensions } from './table-file.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Words that make a text a question without naming its subject. */
const questionTerms: ReadonlySet<string> = new Set(
  englishTerms(
    'how many much what when where which who whom whose why do does did have has had can could may might should would i me my we us our you your',
  ),
);

/**
 * The terms of a query without those of questions; all of them where it has no others. nDCG@10 on SciFact, which has claims and no
 * questions: .5906 with question words, .5901 without on its test queries, .6024 and .6003 on those for training.
 */
function queryTerms(text: string): string[] {
  const terms = englishTerms(text);
  const specific = terms.filter((term) => !questionTerms.has(term));
  return specific.length > 0 ? specific : terms;
}

/** Dimensions of a text's vector: the hashed stems, then the mean of the words' meanings. */
export const dimensions = 1_024;
const hashedDimensions = dimensions - wordDimensions;

// These four were chosen on SciFact's training questions (nDCG@10 .60) and confirmed on its test questions (.59).
/** Share of the meaning in a dot product. */
const meaningShare = 0.3;
const slotsPerStem = 8;
const rarityExponent = 1.3;
const meaningRarityExponent = 1.5;
/** Rarity of a stem that is not in the vocabulary: as the rarest word of the corpus that GloVe was made of. */
const unknownRank = 341_479;

function countsOf(items: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** 32-bit FNV-1a of the UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/** MurmurHash3's finaliser: spreads every bit over all. */
function mixed(hash: number): number {
  let bits = hash;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Adds a feature to eight of the slots, each with a sign of its own, so that features that meet in some do not look alike. */
function addHashed(vector: Float32Array, feature: string, weight: number): void {
  const hash = hashOf(feature);
  for (let slot = 1; slot <= slotsPerStem; slot += 1) {
    const bits = mixed(hash + Math.imul(slot, 0x9e3779b9));
    const index = (bits >>> 1) % hashedDimensions;
    vector[index] = (vector[index] as number) + (bits & 1 ? weight : -weight);
  }
}

function addMeaning(meaning: Float32Array, { vectors, scales }: Vocabulary, row: number, weight: number) {
  const factor = weight * (scales[row] as number);
  const start = row * wordDimensions;
  for (let index = 0; index < wordDimensions; index += 1)
    meaning[index] = (meaning[index] as number) + factor * (vectors[start + index] as number);
}

/** About 0..1: the logarithm of the rank stands in for an inverse document frequency, without a corpus to count in. */
const rarity = (rank: number) => (Math.log(2 + rank) / Math.log(unknownRank)) ** rarityExponent;

/** Characters and their neighbors, for texts in which the analyzer finds no word. */
function* characterFeatures(text: string): Generator<string> {
  let previous = '';
  for (const character of text.toLowerCase()) {
    yield `character ${character}`;
    if (previous) yield `characters ${previous}${character}`;
    previous = character;
  }
}

/**
 * Computes the two parts of a text's vector: its hashed terms and the sum of their word vectors. Each has length 1, and is undefined
 * without a term (`hashed`) or a known term (`meaning`).
 */
function partsOf(terms: readonly string[], vocabulary: Vocabulary) {
  const hashed = new Float32Array(hashedDimensions);
  const meaning = new Float32Array(wordDimensions);
  for (const [stem, count] of countsOf(terms)) {
    const row = vocabulary.rows.get(stem);
    addHashed(hashed, stem, (1 + Math.log(count)) * rarity(row ?? unknownRank));
    if (row !== undefined)
      addMeaning(meaning, vocabulary, row, Math.log(1 + row) ** meaningRarityExponent * Math.log(1 + count));
  }
  return { hashed: unitVector(hashed), meaning: unitVector(meaning) };
}

function characterVector(text: string): Float32Array {
  const hashed = new Float32Array(hashedDimensions);
  for (const [feature, count] of countsOf(characterFeatures(text)))
    addHashed(hashed, feature, 1 + Math.log(count));
  // An empty text has a vector too: any will do, as long as it is always the same.
  return unitVector(hashed) ?? new Float32Array(hashedDimensions).fill(hashedDimensions ** -0.5);
}

/**
 * Embeds a text as a unit vector of its literal words and their meanings. Leaves out question words of a query, which would move it
 * close to other questions.
 */
export function staticVector(
  text: string,
  purpose: 'query' | 'document',
  vocabulary: Vocabulary,
): Float32Array {
  const terms = purpose === 'query' ? queryTerms(text) : englishTerms(text);
  const parts = partsOf(terms, vocabulary);
  const hashed = parts.hashed ?? characterVector(text);
  const share = parts.meaning ? meaningShare : 0;
  const vector = new Float32Array(dimensions);
  for (let index = 0; index < hashedDimensions; index += 1)
    vector[index] = (hashed[index] as number) * Math.sqrt(1 - share);
  for (let index = 0; parts.meaning && index < wordDimensions; index += 1)
    vector[hashedDimensions + index] = (parts.meaning[index] as number) * Math.sqrt(share);
  return vector;
}
