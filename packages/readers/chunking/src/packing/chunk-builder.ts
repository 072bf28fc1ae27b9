import type { Chunk, ChunkOptions } from '../chunk.ts';
import type { Unit } from '../units/unit.ts';
import { type Boundary, createBoundaries } from './boundaries.ts';
import { reachOfCut } from './find-cut.ts';
import { fitChunk } from './fit.ts';
import { planChunk } from './plan.ts';

export interface ChunkBuilder {
  add(unit: Unit): void;
  end(): void;
}

/**
 * Packs units into chunks. Chunks end at anchors (see `createBoundaries`), so that an edit changes the chunks around it
 * alone; between anchors that are too far apart, at the best boundary. Holds the units of about two chunks.
 */
export function createChunkBuilder(options: ChunkOptions, emit: (chunk: Chunk) => void): ChunkBuilder {
  const { chunkSize, chunkOverlap } = options;
  // Half of what is new in a chunk: so two anchors are at least half a chunk apart.
  const radius = (chunkSize - chunkOverlap) / 2;
  const lookahead = reachOfCut(chunkSize) + radius;
  const anchors = createBoundaries(radius);
  let boundaries: Boundary[] = [];
  let start = 0;
  /** Index of the boundary where the last chunk began: the next one repeats nothing before it. */
  let earliest = 0;
  let documentEnd: number | undefined;

  const emitNext = () => {
    const planned = planChunk(boundaries, start, earliest, options, {
      documentEnd,
      isAnchor: anchors.isAnchor,
    });
    const { chunk, plan } = fitChunk(boundaries, planned, chunkSize);
    emit(chunk);
    const kept = firstWithin(boundaries, plan.end, chunkOverlap);
    boundaries = boundaries.slice(kept);
    start = plan.end - kept;
    earliest = Math.max(0, plan.from - kept);
  };

  return {
    add(unit) {
      boundaries.push(anchors.add(unit));
      while (anchors.position - (boundaries[start]?.position ?? anchors.position) > lookahead) emitNext();
    },
    end() {
      anchors.end();
      documentEnd = anchors.position;
      while (start < boundaries.length) emitNext();
    },
  };
}

/** The first boundary of those that reach back `tokens` tokens from `end`. */
function firstWithin(boundaries: readonly Boundary[], end: number, tokens: number): number {
  const farthest = (boundaries[end]?.position ?? Number.POSITIVE_INFINITY) - tokens;
  let index = end;
  while (index > 0 && (boundaries[index - 1]?.position ?? farthest) >= farthest) index--;
  return index;
}
