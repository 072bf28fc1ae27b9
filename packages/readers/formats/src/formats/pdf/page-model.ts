import type { NotReadReport } from '@docfleet/text/not-read';

/** How a piece of text looks, as far as the layout analysis needs it. */
export interface FontLook {
  readonly name: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly monospaced: boolean;
}

/** A cell of a table, as the document's tags have it. */
export interface TaggedCell {
  /** Number of its table on the page. */
  readonly table: number;
  readonly row: number;
  /** Columns of the cells before it in its row: cells without text may be missing. */
  readonly column: number;
  /** How many columns it takes. */
  readonly columns: number;
}

/** Text that was drawn in one go, in points from the upper left corner of the page. */
export interface TextRun {
  readonly text: string;
  readonly x: number;
  /** Of the line that the letters stand on. */
  readonly y: number;
  readonly width: number;
  /** Height of the font as it appears. */
  readonly size: number;
  readonly font: FontLook;
  /** Quarters of a turn, clockwise: 0 for upright text. */
  readonly turns: 0 | 1 | 2 | 3;
  /** Whether a space stands before it, however small the gap is. */
  readonly startsWord?: boolean;
  /** Whether the file marks it as no part of its text, as running heads are, and now and then what they are not. */
  readonly isArtifact?: true;
  /** The level of the heading that it belongs to, where the document's tags say so. */
  readonly level?: number;
  /** The cell of a table that it belongs to, where the document's tags say so. */
  readonly cell?: TaggedCell;
}

/** A drawn line, horizontal or vertical. */
export interface Rule {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** An area that leads to an address. */
export interface LinkArea extends Rule {
  readonly href: string;
}

/** Content of a page, in the order in which it is drawn. */
export interface PageModel {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly runs: readonly TextRun[];
  readonly rules: readonly Rule[];
  readonly links: readonly LinkArea[];
  /** Share of the page that pictures cover, at most 1. */
  readonly imageShare: number;
  /** Text in another direction than most of the page, rotated upright, as along the axis of a figure. */
  readonly turned?: readonly PageModel[];
  /** Characters drawn, and those of them whose meaning is unknown. */
  readonly glyphs: number;
  readonly unknownGlyphs: number;
  /** Shapes that are drawn and look like letters; undefined where nothing is drawn. */
  readonly outlinedLetters?: number;
  /** Whether files are pinned to it. */
  readonly hasFiles?: boolean;
  /** Parts of the page that are left out, as the document reports them. */
  readonly notRead?: readonly NotReadReport[];
  /** Factor that turns positions of text into points, where they are in another unit: those of a picture are in pixels. */
  readonly placeScale?: number;
  /** The displayed page, if coordinates of this model are those of the page rotated upright. */
  readonly whole?: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}
