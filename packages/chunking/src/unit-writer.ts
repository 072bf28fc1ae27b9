import { splitLongText } from './long-text.ts';
import { documentSection, type Section } from './section.ts';
import { countTokens } from './tokenizer/count-tokens.ts';
import { Cut, countUnitTokens, type Unit } from './unit.ts';

/** A unit before its tokens are counted. */
export type Piece = Pick<Unit, 'start' | 'text' | 'cut'> &
  Partial<Pick<Unit, 'isHeading' | 'isProse' | 'opening' | 'closing'>>;

/** Takes the pieces of the blocks in their order, and makes units of them. */
export interface UnitWriter {
  add(piece: Piece): void;
  /** White space after the last piece. */
  addBlank(text: string): void;
  /** What is added until `closeGroup` becomes one unit if it fits in a chunk. Groups may be nested. */
  openGroup(): void;
  closeGroup(): void;
  /** What is added from now on lies in this section. */
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

interface Group {
  readonly units: Unit[];
  tokens: number;
  /** Too long to be kept whole: its units are passed on as they come. */
  isOpen: boolean;
  readonly limit: number;
}

const LONGEST_BLANK = 256;

export function createUnitWriter(limits: UnitLimits, emit: (unit: Unit) => void): UnitWriter {
  const groups: Group[] = [];
  const emitGlued = createHeadingGlue(limits.headings, emit);
  let section = documentSection;
  /** Held back for the white space that may follow. */
  let last: Piece | undefined;
  let blank = '';

  /** To the innermost group that can still be kept whole; past all of them, to the chunks. */
  const pass = (unit: Unit, depth: number) => {
    const group = groups[depth];
    if (!group) return emitGlued.emit(unit);
    if (group.isOpen) return pass(unit, depth - 1);
    group.units.push(unit);
    group.tokens += unit.tokens;
    if (group.tokens <= group.limit) return;
    group.isOpen = true;
    for (const held of group.units.splice(0)) pass(held, depth - 1);
  };

  const settle = () => {
    if (!last) return;
    const piece = { ...last, text: last.text + blank };
    last = undefined;
    blank = '';
    const unit = measure(piece, section, limits);
    if (unit.tokens <= limits.piece || unit.isHeading) return pass(unit, groups.length - 1);
    for (const part of splitLongText(unit, limits.piece)) pass(part, groups.length - 1);
  };

  return {
    add(piece) {
      settle();
      last = piece;
    },
    addBlank(text) {
      if (last && blank.length < LONGEST_BLANK) blank += text.slice(0, LONGEST_BLANK);
    },
    openGroup() {
      settle();
      groups.push({ units: [], tokens: 0, isOpen: false, limit: limits.group - emitGlued.heldTokens() });
    },
    closeGroup() {
      settle();
      const group = groups.pop();
      if (!group) return;
      const whole = mergeUnits(group.units, group.limit);
      for (const unit of whole ? [whole] : group.units) pass(unit, groups.length - 1);
    },
    enter(opened) {
      settle();
      section = opened;
    },
    section: () => section,
    end: settle,
  };
}

function measure(piece: Piece, section: Section, limits: UnitLimits): Unit {
  const tokens = countUnitTokens(piece.text);
  return {
    isProse: false,
    opening: '',
    closing: '',
    ...piece,
    section,
    tokens,
    isHeading: piece.isHeading === true && tokens <= limits.headings,
  };
}

/** One unit of all, unless it turns out to be longer than its parts promised. */
function mergeUnits(units: readonly Unit[], limit: number): Unit | undefined {
  const [first] = units;
  const last = units.at(-1);
  if (!first || !last) return undefined;
  const text = units.map((unit) => unit.text).join('');
  const tokens = countTokens(last.closing === '' ? text : `${text}\n${last.closing}`);
  if (tokens > limit) return undefined;
  return { ...first, text, tokens, isProse: units.every((unit) => unit.isProse), closing: last.closing };
}

/** Forbids to cut between a heading and what it is the heading of, while the headings in a row are short. */
function createHeadingGlue(limit: number, emit: (unit: Unit) => void) {
  let level = 0;
  let tokens = 0;

  return {
    /** Of the headings that the next unit is to be kept with. */
    heldTokens: () => (tokens <= limit ? tokens : 0),
    emit(unit: Unit): void {
      const belongs = tokens > 0 && tokens <= limit && (!unit.isHeading || unit.section.level > level);
      emit(belongs ? { ...unit, cut: Cut.GLUED } : unit);
      tokens = unit.isHeading ? unit.tokens + (belongs ? tokens : 0) : 0;
      level = unit.section.level;
    },
  };
}
