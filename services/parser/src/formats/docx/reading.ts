import type { FlatBlock } from '../../document-tree/assemble-blocks.ts';
import type { Relationships } from '../../open-xml/relationships.ts';
import type { XmlElement } from '../../xml/element.ts';
import type { Fields } from './fields.ts';
import type { NoteLabels } from './note-labels.ts';
import type { Numbering } from './numbering.ts';
import type { Styles } from './styles.ts';

/** What the reading of a part of a document needs to know; numbering, fields and notes go on from paragraph to paragraph. */
export interface Reading {
  readonly styles: Styles;
  readonly numbering: Numbering;
  readonly relationships: Relationships;
  readonly fields: Fields;
  readonly notes: NoteLabels;
  /** Reads what stands in a cell or in a text box. */
  readonly readBlocks: (elements: readonly XmlElement[], reading: Reading) => FlatBlock[];
}
