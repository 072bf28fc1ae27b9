import type { FontLook, TaggedCell, TextRun } from '../page-model.ts';
import type { TextShade } from './drawn-areas.ts';
import type { LetterWidths } from './letter-widths.ts';

/** Properties shared by the characters that one operator draws. */
export interface TextObject {
  readonly id: number;
  readonly font: FontLook;
  /** Of the letters of its font, which show whether that is a typewriter's. */
  readonly widths: LetterWidths;
  readonly size: number;
  readonly turns: TextRun['turns'];
  /** From where the object begins to the page as it is shown: where its letters stand. */
  readonly baseX: number;
  readonly baseY: number;
  /** Whether its characters have no known meaning. */
  readonly isUnknown: boolean;
  /** Whether its font has no name: then its codes may be those of TeX. */
  readonly isUnnamed: boolean;
  /** The font of symbols that it is in; undefined for letters. */
  readonly symbolFont: string | undefined;
  /** Whether it is marked as no part of the document's text, as running heads of tagged files. */
  readonly isArtifact: boolean;
  /** Properties that may make it invisible. */
  readonly shade: TextShade;
  readonly level: number | undefined;
  readonly cell: TaggedCell | undefined;
}

/** Whether an accent may be one over a letter of another object, as far as their heights are concerned. */
export const areNear = (a: TextObject, b: TextObject): boolean =>
  a.turns === b.turns &&
  Math.abs(a.turns === 0 || a.turns === 2 ? a.baseY - b.baseY : a.baseX - b.baseX) <
    0.6 * Math.max(a.size, b.size);

/** Whether two objects stand on one line, one of them perhaps raised or lowered. */
export const isBeside = (a: TextObject, b: TextObject): boolean =>
  a.turns === b.turns && Math.abs(a.baseY - b.baseY) < a.size && Math.abs(a.size - b.size) < 0.01;

/** Whether two objects may be one run: they look alike and stand on one line. */
export function areAlike(a: TextObject, b: TextObject): boolean {
  if (
    a.font !== b.font ||
    // Fonts without names cannot be distinguished by name.
    a.widths !== b.widths ||
    a.turns !== b.turns ||
    a.level !== b.level ||
    a.cell !== b.cell ||
    a.isArtifact !== b.isArtifact ||
    a.shade !== b.shade ||
    a.isUnknown !== b.isUnknown
  )
    return false;
  const apart = a.turns === 0 || a.turns === 2 ? a.baseY - b.baseY : a.baseX - b.baseX;
  return Math.abs(a.size - b.size) < 0.01 && Math.abs(apart) < 0.05 * a.size;
}
