import { gapBetween } from '../layout/number-gap.ts';
import { rightToLeft } from '../layout/right-to-left.ts';
import type { LinkArea, Rule, TextRun } from '../page-model.ts';
import { type Extent, isAccent, seatAccents, withAccent } from './accents.ts';
import { readsAsText } from './font-repairs.ts';
import { type Letters, textOfLetters, trackingOf } from './letter-widths.ts';
import { areAlike, areNear, isBeside, type TextObject } from './text-object.ts';
import { visualText } from './visual-order.ts';

/** More are no page that anyone reads. */
const maxRuns = 200_000;
/** In points: there is room for a line between letters so far apart. */
const minWall = 0.5;
/** In units of the font's size: a wider gap within a line ends a run. */
const runGap = 0.7;
/** A letter with an accent that is no farther from the one before it goes on with its word. */
const accentGap = 0.1;
/** In units of the font's size: so near to the beginning of a space, a letter stands in its place. */
const takenBack = 0.05;
/** In units of the font's size: letters that are set tight reach less into the space behind them. */
const drawnOver = 0.1;
const mark = /^\p{M}/u;
/** Letters of Hebrew and Arabic; most letters are known by their code to be none. */
const isBackward = (text: string) => text >= '\u0590' && rightToLeft.test(text);

/** Drawn text with its interval along the line. */
interface Character extends Extent {
  readonly text: string;
  readonly object: TextObject;
  readonly link: LinkArea | undefined;
}

interface OpenRun {
  start: number;
  end: number;
  object: TextObject;
  readonly startsWord: boolean;
  /** Whether it has letters of Hebrew or Arabic. */
  isBackward: boolean;
  readonly link: LinkArea | undefined;
  readonly letters: Letters;
}

const areMarks = ({ letters }: OpenRun) => letters.texts.every((text) => mark.test(text));

/** A run, and the object that its first letter is of. */
export interface DrawnRun {
  readonly run: TextRun;
  readonly object: TextObject;
}

export interface PageText {
  readonly drawn: readonly DrawnRun[];
  readonly glyphs: number;
  readonly unknownGlyphs: number;
  /** Words drawn beyond the edge of the page. */
  readonly outsideWords: number;
}

/** Gathers the characters of a page to runs of one look, one line and one direction. */
export class RunReader {
  readonly drawn: DrawnRun[] = [];
  readonly #closed: OpenRun[] = [];
  glyphs = 0;
  unknownGlyphs = 0;
  outsideWords = 0;
  #isOutside = false;
  #isAfterUnknown = false;
  #open: OpenRun | undefined;
  #afterSpace = false;
  #spaceStart: number | undefined;
  #isSpaceDrawn = false;
  /** An accent whose letter may follow. */
  #accent: (Character & { readonly afterSpace: boolean }) | undefined;
  /** Lines down the page, which part the cells of tables. */
  readonly #walls: readonly Rule[];

  constructor(rules: readonly Rule[]) {
    this.#walls = rules.filter(({ x1, x2, y1, y2 }) => y2 - y1 > x2 - x1);
  }

  /** Takes a space; where it is drawn, from where it begins, and not inferred from the room between letters. */
  space(start?: number): void {
    this.#isSpaceDrawn = start !== undefined || (this.#afterSpace && this.#isSpaceDrawn);
    this.#spaceStart = this.#afterSpace ? undefined : start;
    this.#afterSpace = true;
    this.#isOutside = false;
  }

  /** Takes a character whose meaning is unknown. */
  passUnknown(): void {
    this.unknownGlyphs++;
    this.#isAfterUnknown = true;
  }

  /** Takes a character that is drawn beyond the edge of the page: its word is counted. */
  passOutside(): void {
    if (!this.#isOutside) this.outsideWords++;
    this.#isOutside = true;
  }

  /**
   * Whether a space before a letter takes no room: a program that kerns took it back, so that the letter begins where the space does, or it is
   * drawn over the letter before, as behind a ligature: `fi le`.
   */
  #hasSpaceTakenBack({ start, object }: Character): boolean {
    const from = this.#spaceStart;
    if (from === undefined || object.turns !== 0) return false;
    const isUnder =
      this.#isBehindLigature(start, object.size) && from < (this.#open?.end ?? 0) - drawnOver * object.size;
    return isUnder || Math.abs(start - from) < takenBack * object.size;
  }

  /** Whether a ligature ends where a letter begins; its letters have one place. */
  #isBehindLigature(start: number, size: number): boolean {
    const { texts = [], starts = [], ends = [] } = this.#open?.letters ?? {};
    const isLigature = starts.at(-1) === starts.at(-2) || (texts.at(-1)?.length ?? 0) > 1;
    return isLigature && Math.abs(start - (ends.at(-1) ?? 0)) < takenBack * size;
  }

  /** Adds a character; an accent that is drawn over a letter becomes part of it. */
  add(character: Character): void {
    if (this.#hasSpaceTakenBack(character)) this.#afterSpace = false;
    this.#spaceStart = undefined;
    const accent = this.#accent;
    this.#accent = undefined;
    const composed = accent && withAccent(character.text, character, accent.text, accent);
    const afterSpace = this.#afterSpace;
    if (accent) this.#afterSpace = accent.afterSpace;
    if (composed) {
      // The space that PDFium infers before an accent may be the room beside it, over the letter.
      if (this.#open && Math.abs(character.start - this.#open.end) < accentGap * character.object.size)
        this.#afterSpace = false;
      this.#append({ ...character, text: composed });
      return;
    }
    if (accent) {
      this.#append(accent);
      this.#afterSpace = afterSpace;
    }
    if (!isAccent(character.text)) this.#append(character);
    else if (this.#accentDrawn(character)) this.#afterSpace = false;
    else {
      this.#accent = { ...character, afterSpace: this.#afterSpace };
      this.#afterSpace = false;
    }
  }

  /** Whether the accent is drawn over a letter before it, mostly the last one, and was added to it. */
  #accentDrawn(accent: Character): boolean {
    const open = this.#open;
    if (!open || !areNear(open.object, accent.object)) return false;
    const { letters } = open;
    const middle = (accent.start + accent.end) / 2;
    const isBelow = (start: number, index: number) => start < middle && middle < (letters.ends[index] ?? 0);
    const index = letters.starts.findLastIndex(isBelow);
    const at = { start: letters.starts[index] ?? 0, end: letters.ends[index] ?? 0 };
    const composed = withAccent(letters.texts[index] ?? '', at, accent.text, accent);
    if (composed) letters.texts.splice(index, 1, composed);
    return composed !== undefined;
  }

  /** Whether a line is drawn between a letter and what stands before it. */
  #isWalled({ end }: OpenRun, { start, object }: Character): boolean {
    if (this.#walls.length === 0 || object.turns !== 0 || start - end < minWall) return false;
    const middle = object.baseY - object.size * 0.3;
    return this.#walls.some(({ x1, x2, y1, y2 }) => x1 >= end && x2 <= start && y1 < middle && y2 > middle);
  }

  #append(character: Character): void {
    const { text, object, start, end, link } = character;
    const open = this.#open;
    const isWalled = open !== undefined && this.#isWalled(open, character);
    this.#afterSpace ||= isWalled;
    if (open && this.#seatBetween(open, character)) return;
    if (open && !isWalled && this.#continues(open, { text, object, start, end, link })) {
      const { letters } = open;
      if (areMarks(open)) open.object = object;
      if (this.#afterSpace) letters.spaces.set(letters.starts.length, this.#isSpaceDrawn);
      if (this.#isAfterUnknown)
        letters.afterUnknown = new Set(letters.afterUnknown).add(letters.starts.length);
      open.isBackward ||= isBackward(text);
      letters.texts.push(text);
      letters.starts.push(start);
      letters.ends.push(end);
      open.start = Math.min(open.start, start);
      open.end = Math.max(open.end, end);
    } else {
      this.#close();
      const letters = { texts: [text], starts: [start], ends: [end], spaces: new Map<number, boolean>() };
      const startsWord = this.#afterSpace;
      this.#open = { start, end, object, startsWord, isBackward: isBackward(text), link, letters };
    }
    this.#afterSpace = false;
    this.#isAfterUnknown = false;
  }

  /** Adds a letter that is drawn later into the gap that was left for it: the point of a number. */
  #seatBetween({ letters, object: before }: OpenRun, { text, object, start, end }: Character): boolean {
    const { texts, starts, ends, spaces } = letters;
    if (object.turns !== 0 || start >= (ends.at(-1) ?? 0) || isBackward(text)) return false;
    const room = takenBack * object.size;
    const at = starts.findIndex((other) => other >= end - room);
    const fits = at > 0 && spaces.get(at) === false && start >= (ends[at - 1] ?? 0) - room;
    if (!fits || letters.afterUnknown || !areAlike(before, object)) return false;
    texts.splice(at, 0, text);
    starts.splice(at, 0, start);
    ends.splice(at, 0, end);
    const later = [...spaces].map(
      ([letter, isDrawn]) => [letter > at ? letter + 1 : letter, isDrawn] as const,
    );
    spaces.clear();
    for (const [letter, isDrawn] of later) if (letter !== at) spaces.set(letter, isDrawn);
    return true;
  }

  #continues(open: OpenRun, { text, object, start, end, link }: Character): boolean {
    const { object: before } = open;
    const gap =
      (this.#afterSpace ? gapBetween(open.letters.texts.at(-1) ?? '', text, runGap) : runGap) * object.size;
    const isNear = start <= open.end + gap && end >= open.start - gap;
    // Marks of Hebrew and Arabic are drawn one by one, higher or lower than the letters.
    if (isBackward(text) && (mark.test(text) || areMarks(open)) && isBeside(before, object)) return isNear;
    if (link !== open.link) return false;
    if (object !== before && !areAlike(before, object)) return false;
    // A font that is far too wide for where its letters stand says nothing about gaps.
    const isForward =
      start - open.end <= gap && start >= open.start - gap && start - open.end > -1.5 * object.size;
    if (isForward) return true;
    return isNear && open.isBackward;
  }

  /** Takes the runs of fonts whose codes have no stated meaning in, where all of them together read as text. */
  finish(): PageText {
    if (this.#accent) this.#append(this.#accent);
    this.#accent = undefined;
    this.#close();
    const coded: DrawnRun[] = [];
    let codedGlyphs = 0;
    const runs = [...seatAccents(this.#closed)];
    const trackings = new Map<string, number>();
    for (const open of runs) {
      const tracking = trackingOf(open.letters, open.object.size);
      if (tracking !== undefined) trackings.set(lineOf(open), tracking);
    }
    for (const open of runs) {
      const { object } = open;
      const { isUnknown } = object;
      (isUnknown ? coded : this.drawn).push({
        run: toRun(open, trackings.size > 0 ? trackings.get(lineOf(open)) : undefined),
        object,
      });
      codedGlyphs += isUnknown ? open.letters.texts.length : 0;
    }
    const textOf = (runs: readonly DrawnRun[]) => runs.map(({ run }) => run.text).join(' ');
    if (coded.length > 0 && readsAsText(textOf(coded), textOf(this.drawn))) this.drawn.push(...coded);
    else this.unknownGlyphs += codedGlyphs;
    return this;
  }

  #close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open && this.#closed.length < maxRuns) this.#closed.push(open);
  }
}

const lineOf = ({ object }: OpenRun) => `${Math.round(object.baseY)}/${object.size}`;

function toRun(
  { object, start, end, startsWord, isBackward, letters }: OpenRun,
  ofLine: number | undefined,
): TextRun {
  const { turns, widths, size, baseX, baseY, level, cell, isArtifact } = object;
  const font = widths.areFixed ? { ...object.font, monospaced: true } : object.font;
  const isUpright = turns === 0 || turns === 2;
  const tracking = font.monospaced ? undefined : trackingOf(letters, size, ofLine);
  const from = turns >= 2 ? -end : start;
  return {
    // PDFium returns text in the order in which it is read; the layout takes lines as they are seen.
    text: isBackward
      ? visualText(letters, size)
      : textOfLetters(letters, { size, isTyped: font.monospaced, tracking }),
    x: isUpright ? from : baseX,
    y: isUpright ? baseY : from,
    width: end - start,
    size,
    font,
    turns,
    startsWord: startsWord && !isBackward,
    ...(level !== undefined && { level }),
    ...(cell && { cell }),
    ...(isArtifact && { isArtifact }),
  };
}
