import type { Chunk } from '../chunk.ts';
import { splitIntoCodePoints, splitLongWord } from '../units/long-text.ts';
import { type Boundary, never } from './boundaries.ts';
import type { Plan } from './plan.ts';
import { renderChunk } from './render-chunk.ts';

/**
 * Carries out a plan. If the text turns out to have more than `limit` tokens, it drops what is needed least: repeated
 * prose, then text at the end where it may be cut, the breadcrumb, text at the end wherever. What remains is then
 * one unit, and that is divided, in place. Only a single code point can remain longer.
 */
export function fitChunk(boundaries: Boundary[], plan: Plan, limit: number): { chunk: Chunk; plan: Plan } {
  let fitted = plan;
  for (;;) {
    const chunk = renderChunk(boundaries, fitted);
    const excess = chunk.tokens - limit;
    if (excess <= 0) return { chunk, plan: fitted };
    const smaller = shrink(boundaries, fitted, excess);
    if (smaller) fitted = smaller;
    else if (!divide(boundaries, fitted.start, limit)) return { chunk, plan: fitted };
  }
}

function shrink(boundaries: readonly Boundary[], plan: Plan, excess: number): Plan | undefined {
  const { from, start, end, breadcrumb } = plan;
  if (from < start) return { ...plan, from: dropFirst(boundaries, plan, excess) };
  const shorter = dropLast(boundaries, plan, excess);
  let cut = shorter;
  while (cut > start && boundaries[cut]?.key === never) cut--;
  if (cut > start) return { ...plan, end: cut };
  if (breadcrumb !== '') return { ...plan, breadcrumb: '' };
  return end - start > 1 ? { ...plan, end: Math.max(shorter, start + 1) } : undefined;
}

/** Returns the index where repeated prose begins once leading units with at least `excess` tokens are dropped from it. */
function dropFirst(boundaries: readonly Boundary[], { from, start }: Plan, excess: number): number {
  let tokens = 0;
  let index = from;
  while (index < start && tokens < excess) tokens += boundaries[index++]?.unit.tokens ?? 0;
  return index;
}

function dropLast(boundaries: readonly Boundary[], { start, end }: Plan, excess: number): number {
  let tokens = 0;
  let index = end;
  while (index > start && tokens < excess) tokens += boundaries[--index]?.unit.tokens ?? 0;
  return index;
}

/** Puts the parts of a unit that is too long in its place; false where it is a single code point. */
function divide(boundaries: Boundary[], index: number, limit: number): boolean {
  const boundary = boundaries[index];
  if (!boundary) return false;
  let parts = splitLongWord(boundary.unit, limit);
  if (parts.length === 1) parts = splitIntoCodePoints(boundary.unit);
  if (parts[0]?.text === boundary.unit.text) return false;
  let { position } = boundary;
  const placed = parts.map((unit) => {
    const part = { ...boundary, unit, position, key: never };
    position += unit.tokens;
    return part;
  });
  boundaries.splice(index, 1, ...placed);
  return true;
}
