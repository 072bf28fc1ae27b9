import type { ActiveChunk } from '@docfleet/domain/chunk';
import type { VectorHit } from '@docfleet/vector-store';

/** A hit of the vector store with the chunk that it stands for. */
export interface Match {
  readonly hit: VectorHit;
  readonly chunk: ActiveChunk;
  /** Score of the vector store before recency changed it; absent when it did not. */
  readonly storeScore?: number;
  /** Chunks with the same text, which are left out of the results. */
  readonly same?: readonly ActiveChunk[];
  /** Matches of the same section before and after it that are shown together with it, in one result. */
  readonly neighbors?: readonly Match[];
}
