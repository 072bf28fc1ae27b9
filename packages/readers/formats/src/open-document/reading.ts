import type { FlatBlock } from '../document-tree/assemble-blocks.ts';
import type { Block, TextRun } from '../document-tree/tree.ts';
import type { XmlElement } from '../xml/element.ts';
import type { Styles } from './styles.ts';

/** Object embedded in a document: a formula as it was typed, or the blocks of a chart, a sheet or a text. */
export type OpenDocumentObject = { readonly formula: TextRun } | { readonly blocks: readonly Block[] };

/** Context in which an OpenDocument file is read. */
export interface Reading {
  readonly styles: Styles;
  /** The notes so far, in the order in which the text refers to them. */
  readonly notes: Block[];
  /** The numbers at which lists have ended, by the names of their styles and by their ids: others go on from them. */
  readonly lastNumbers: Map<string, number>;
  /** Formulas, charts and other objects by their addresses: `./Object 1`. */
  readonly objects: ReadonlyMap<string, OpenDocumentObject>;
  /** Reads the blocks of a cell, a note or a frame. */
  readonly readBlocks: (elements: readonly XmlElement[], reading: Reading) => FlatBlock[];
}
