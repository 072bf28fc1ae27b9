import type { FlatBlock } from '../../document-tree/assemble-blocks.ts';
import type { Block, Inline } from '../../document-tree/tree.ts';
import type { RtfRow } from './tables.ts';

/** A text that is being read: the body, or a note in it. */
export interface Flow {
  inlines: Inline[];
  blocks: FlatBlock[];
  cells: Block[][];
  /** Of the cell that is being read. */
  cell: FlatBlock[];
  rows: RtfRow[];
  marker: string;
  /** The groups that are open around it. */
  readonly depth: number;
  readonly label?: string;
}

export const createFlow = (depth: number, label?: string): Flow => ({
  inlines: [],
  blocks: [],
  cells: [],
  cell: [],
  rows: [],
  marker: '',
  depth,
  ...(label !== undefined && { label }),
});
