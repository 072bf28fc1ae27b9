import type { FlatBlock } from '../../document-tree/assemble-blocks.ts';
import { showSymbols, symbolFontOf } from '../../document-tree/fonts.ts';
import { addressIn } from '../../document-tree/tree.ts';
import type { Objects } from '../../open-xml/objects.ts';
import type { Relationships } from '../../open-xml/relationships.ts';
import type { XmlElement } from '../../xml/read-xml.ts';
import type { Numbering } from './numbering.ts';
import type { Styles } from './styles.ts';

/** The fields that are open at a place of the text: each an instruction, then its result, which may go on over paragraphs. */
interface Fields {
  /** Begins a field, of a form with the value that it has; a choice is drawn from its value, so that its result may be empty. */
  begin(value?: string, isChoice?: boolean): void;
  instruct(text: string): void;
  separate(): void;
  /** Notes that text is shown here. */
  show(): void;
  /** Ends a field, and returns a text for one without a stored result. */
  end(): string | undefined;
  /** Whether text here is a field's instruction, which is not shown. */
  readonly isInstruction: boolean;
  /** Address of the link that encloses the text; undefined outside of links. */
  readonly href: string | undefined;
}

interface OpenField {
  instruction: string;
  isResult: boolean;
  /** Whether its value is not shown any more: by its result, or as nothing was entered. */
  isShown: boolean;
  readonly value: string | undefined;
  readonly isChoice: boolean;
}

const maxDepth = 50;

export function createFields(): Fields {
  const open: OpenField[] = [];
  return {
    begin(value, isChoice = false) {
      if (open.length < maxDepth)
        open.push({ instruction: '', isResult: false, isShown: false, value, isChoice });
    },
    instruct(text) {
      const field = open.at(-1);
      if (field && !field.isResult) field.instruction += text;
    },
    separate() {
      const field = open.at(-1);
      if (!field) return;
      field.isResult = true;
      field.isShown = !field.isChoice;
    },
    show() {
      for (const field of open) field.isShown = true;
    },
    end() {
      const field = open.pop();
      return field && !field.isShown ? (field.value ?? symbolIn(field.instruction)) : undefined;
    },
    get isInstruction() {
      return open.some(({ isResult }) => !isResult);
    },
    get href() {
      return open
        .map(({ instruction }) => addressIn(instruction))
        .findLast((address) => address !== undefined);
    },
  };
}

/** The character of `SYMBOL 109 \\f Symbol`. */
function symbolIn(instruction: string): string | undefined {
  const [, code, font] =
    /^\s*SYMBOL\s+(\d{1,5}|0x[\da-f]{1,4})\b(?:.*\\f\s+"?([^"\\]+))?/i.exec(instruction) ?? [];
  return code === undefined ? undefined : showSymbols(String.fromCharCode(Number(code)), symbolFontOf(font));
}

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
