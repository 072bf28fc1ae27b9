import type { VectorRecord } from '../src/provider.ts';

export const conformanceDimensions = 16;

const words = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron', 'inlet', 'jetty'];
/** Repeatable numbers in 0..1. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A vector of unit length. */
export function unitVector(random: () => number, dimensions = conformanceDimensions): Float32Array {
  // Nothing negative, as some stores add up negative cosines that the formula clamps.
  const values = Float32Array.from({ length: dimensions }, random);
  const norm = Math.hypot(...values);
  return values.map((value) => value / norm);
}

/** The record of a number: the same at every call, but for the changes. */
export function vectorRecord(index: number, changes: Partial<VectorRecord> = {}): VectorRecord {
  const random = randomNumbers(index + 1);
  const documentId = changes.documentId ?? `doc${Math.floor(index / 10)}`;
  const terms = Array.from(
    { length: 5 + (index % 20) },
    () => words[Math.floor(random() * words.length)] as string,
  );
  return {
    id: `${documentId}#${index}`,
    documentId,
    values: unitVector(random),
    terms,
    text: terms.join(' '),
    source: 'TEXT',
    type: 'TEXT',
    tenantId: null,
    metadata: {},
    ...changes,
  };
}
