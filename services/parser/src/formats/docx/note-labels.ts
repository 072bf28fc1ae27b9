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
