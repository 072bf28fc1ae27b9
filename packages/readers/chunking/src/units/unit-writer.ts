import { createHeadingGlue } from './heading-glue.ts';
import { splitLongText } from './long-text.ts';
import { measureText } from './measure.ts';
import { documentSection, type Section } from './section.ts';
import type { Unit } from './unit.ts';
import { createUnitGroups } from './unit-groups.ts';

/** A unit before its tokens are counted. */
type Piece = Pick<Unit, 'start' | 'text' | 'cut'> &
  Partial<Pick<Unit, 'isHeading' | 'isProse' | 'standsAlone' | 'opening' | 'closing'>>;

/** Takes the pieces of the blocks in their order, and makes units of them. */
export interface UnitWriter {
  /** Tokens that a chunk has at most. */
  readonly chunkSize: number;
  add(piece: Piece): void;
  /** White space after the last piece. */
  addBlank(text: string): void;
  /** Begins a group: everything added until `closeGroup` becomes one unit if it fits in a chunk. Groups may be nested. */
  openGroup(): void;
  closeGroup(): void;
  /** Sets the section of everything that is added from now on. */
  enter(section: Section): void;
  section(): Section;
  end(): void;
}

export interface UnitLimits {
  /** Tokens of a group that is kept whole. */
  readonly group: number;
  /** Tokens of a piece that is kept whole. */
  readonly piece: number;
  /** Tokens of headings in a row that are kept with what follows. */
  readonly headings: number;
}

/** UTF-16 units of white space that are kept after a piece. */
const maxBlankLength = 256;

export function createUnitWriter(limits: UnitLimits, emit: (unit: Unit) => void): UnitWriter {
  const glue = createHeadingGlue(limits.headings, emit);
  const groups = createUnitGroups(glue.add);
  let section = documentSection;
  /** Held back for the white space that may follow. */
  let last: Piece | undefined;
  let blank = '';
  /** The text of the unit before. */
  let before = '';

  const settle = () => {
    if (!last) return;
    const unit = measure(last, last.text + blank, before, section, limits);
    before = unit.text;
    last = undefined;
    blank = '';
    if (unit.tokens <= limits.piece || unit.isHeading || unit.standsAlone) return groups.add(unit);
    for (const part of splitLongText(unit, limits.piece)) groups.add(part);
  };

  const addBlank = (text: string) => {
    if (last && blank.length < maxBlankLength) blank += text.slice(0, maxBlankLength);
  };

  return {
    chunkSize: limits.group,
    add(piece) {
      if (!/\S/.test(piece.text)) return addBlank(piece.text);
      settle();
      last = piece;
    },
    addBlank,
    openGroup() {
      settle();
      groups.open(limits.group - glue.heldTokens());
    },
    closeGroup() {
      settle();
      groups.close();
    },
    enter(opened) {
      settle();
      section = opened;
    },
    section: () => section,
    end: settle,
  };
}

function measure(piece: Piece, text: string, before: string, section: Section, limits: UnitLimits): Unit {
  const most = piece.standsAlone ? limits.group : Math.max(limits.piece, limits.headings);
  const measured = measureText(before, text, most);
  return {
    start: piece.start,
    text,
    ...measured,
    cut: piece.cut,
    section,
    isHeading: piece.isHeading === true && measured.tokens <= limits.headings,
    isProse: piece.isProse === true,
    standsAlone: piece.standsAlone === true,
    opening: piece.opening ?? '',
    closing: piece.closing ?? '',
  };
}
