import type { Measure } from './measure.ts';
import type { Section } from './section.ts';

/**
 * How good a place to cut is, best first. A heading of level n has n; the others follow. Cutting where a lower number is
 * near is always preferred.
 */
export const Cut = {
  /** Before a paragraph, a list, a table, a fence. */
  BLOCK: 7,
  /** Before an item of a list that is itself too long for a chunk. */
  ITEM: 8,
  /** After an empty line in code or HTML; before another paragraph or a nested item of an item. */
  GAP: 9,
  SENTENCE: 10,
  /** Before a line of code, a row of a table, or a line of prose without sentences. */
  LINE: 11,
  WORD: 12,
  /** Within a word. */
  FRAGMENT: 13,
  /** Never, unless nothing else is left: between a heading and its content. */
  GLUED: 14,
} as const;

/** The smallest piece of the source that is not cut: a sentence, a line of code, or a whole block that fits in a chunk. */
export interface Unit extends Measure {
  /** UTF-16 offset in the source. */
  readonly start: number;
  /** From the source, with the white space that follows: of very many empty lines only the first. */
  readonly text: string;
  /** How good it is to cut before this unit: a heading's level, or one of `Cut`. */
  readonly cut: number;
  readonly section: Section;
  readonly isHeading: boolean;
  /** Whether a chunk may repeat it from the one before. */
  readonly isProse: boolean;
  /** Whether it is a chunk by itself: what precedes it holds for nothing else. */
  readonly standsAlone: boolean;
  /** Whether a chunk ends before it whatever room is left: an entry of a list of options is looked for by itself. */
  readonly isEntry: boolean;
  /** Text put before a chunk that begins here: the fence's first line, or the table's header. */
  readonly opening: string;
  /** Text put after a chunk that ends here: the fence's last line. */
  readonly closing: string;
}
