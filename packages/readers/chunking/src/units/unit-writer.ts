import { countTokens } from '../tokenizer/count-tokens.ts';
import { splitLongText } from './long-text.ts';
import { Cut, documentSection, measureText, type Section, type Unit } from './unit.ts';

/** Makes one unit of those added between `open` and `close`, if that has at most `limit` tokens. Groups may be nested. */
interface UnitGroups {
  open(limit: number): void;
  add(unit: Unit): void;
  close(): void;
}

interface Group {
  units: Unit[];
  tokens: number;
  readonly limit: number;
  /** Too long to be kept whole: its units are passed on as they come. */
  isBroken: boolean;
}

function createUnitGroups(emit: (unit: Unit) => void): UnitGroups {
  const groups: Group[] = [];

  /** To the group at `depth`; past all of them, out. */
  const add = (unit: Unit, depth: number) => {
    const group = groups[depth];
    if (!group) return emit(unit);
    if (group.isBroken) return add(unit, depth - 1);
    group.units.push(unit);
    group.tokens += unit.tokens;
    if (group.tokens > group.limit) breakUp(group, depth);
  };
  const breakUp = (group: Group, depth: number) => {
    group.isBroken = true;
    for (const unit of group.units) add(unit, depth - 1);
    group.units = [];
  };

  return {
    open: (limit) => groups.push({ units: [], tokens: 0, limit, isBroken: false }),
    add: (unit) => add(unit, groups.length - 1),
    close() {
      const group = groups.pop();
      if (!group) return;
      const whole = merge(group);
      if (whole) add(whole, groups.length - 1);
      else breakUp(group, groups.length);
    },
  };
}

/** One unit of all, with what closes it, unless that is too long. */
function merge({ units, limit }: Group): Unit | undefined {
  const [first] = units;
  const last = units.at(-1);
  if (!first || !last) return undefined;
  const text = units.map((unit) => unit.text).join('');
  const tokens = units.slice(1).every((unit) => unit.isSeparate)
    ? units.reduce((sum, unit) => sum + unit.tokens, 0)
    : measureText(first.lead, text).tokens;
  if (tokens + countTokens(last.closing) > limit) return undefined;
  return { ...first, text, tokens, isProse: units.every((unit) => unit.isProse), closing: last.closing };
}

/** Keeps headings, and texts that introduce something, with what follows. */
interface LeadGlue {
  add(unit: Unit): void;
  /** Tokens of what the next unit will be kept with. */
  heldTokens(): number;
}

const maxLeadLines = 4;
/** `These options are known:`, and the name of an option above its description. */
const isLeadIn = ({ text, isHeading }: Unit) =>
  !isHeading && /[:：]\s*$/u.test(text) && text.trim().split('\n').length <= maxLeadLines;

/**
 * Forbids cuts between a heading and its text or subheading, and between a text that ends with a colon and the next. A group of more
 * than `limit` tokens is cut like any other text.
 */
function createLeadGlue(limit: number, emit: (unit: Unit) => void): LeadGlue {
  let level = 0;
  let tokens = 0;
  const heldTokens = () => (tokens <= limit ? tokens : 0);

  return {
    heldTokens,
    add(unit) {
      const held = heldTokens();
      const belongs = held > 0 && (!unit.isHeading || unit.section.level > level);
      const leads = unit.isHeading || isLeadIn(unit);
      tokens = leads ? unit.tokens + (belongs ? held : 0) : 0;
      level = unit.isHeading ? unit.section.level : maxLevel;
      emit(belongs ? { ...unit, cut: Cut.GLUED } : unit);
    },
  };
}

/** The level of the deepest heading: none belongs to a text. */
const maxLevel = 6;

/** A unit before its tokens are counted. */
type Piece = Pick<Unit, 'start' | 'text' | 'cut'> &
  Partial<Pick<Unit, 'isHeading' | 'isProse' | 'standsAlone' | 'isEntry' | 'opening' | 'closing'>>;

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
  /** Tokens of headings and introductions in a row that are kept with what follows. */
  readonly headings: number;
}

/** UTF-16 units of white space that are kept after a piece. */
const maxBlankLength = 256;

export function createUnitWriter(limits: UnitLimits, emit: (unit: Unit) => void): UnitWriter {
  const glue = createLeadGlue(limits.headings, emit);
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
    isEntry: piece.isEntry === true,
    opening: piece.opening ?? '',
    closing: piece.closing ?? '',
  };
}
