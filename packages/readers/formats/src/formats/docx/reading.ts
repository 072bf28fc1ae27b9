import type { FlatBlock } from '../../document-tree/assemble-blocks.ts';
import type { Objects } from '../../open-xml/objects.ts';
import type { Relationships } from '../../open-xml/relationships.ts';
import type { XmlElement } from '../../xml/element.ts';
import type { Fields } from './fields.ts';
import type { Numbering } from './numbering.ts';
import type { Styles } from './styles.ts';

/** Context in which a part of a document is read; numbering, fields and notes go on from paragraph to paragraph. */
export interface Reading {
  readonly styles: Styles;
  readonly numbering: Numbering;
  readonly relationships: Relationships;
  readonly fields: Fields;
  readonly notes: NoteLabels;
  /** Charts and diagrams to which the part refers. */
  readonly objects: Objects;
  /** Reads the blocks of a cell or text box. */
  readonly readBlocks: (elements: readonly XmlElement[], reading: Reading) => FlatBlock[];
}

export type NoteKind = 'footnote' | 'endnote';

/** Numbers the notes of a document in the order in which its text refers to them. */
export interface NoteLabels {
  labelOf(kind: NoteKind, id: string): string;
  readonly referred: Iterable<{ readonly kind: NoteKind; readonly id: string; readonly label: string }>;
}

export function createNoteLabels(): NoteLabels {
  const labels = new Map<string, { kind: NoteKind; id: string; label: string }>();
  return {
    labelOf(kind, id) {
      const note = labels.get(`${kind} ${id}`) ?? { kind, id, label: `${labels.size + 1}` };
      labels.set(`${kind} ${id}`, note);
      return note.label;
    },
    referred: { [Symbol.iterator]: () => labels.values() },
  };
}
