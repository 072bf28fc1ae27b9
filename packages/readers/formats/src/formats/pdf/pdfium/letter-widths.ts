/** Letters that are narrower than most in text, and wider; in a typewriter's face they are as wide as each other. */
const narrow = /^[iljtfrI1.,;:'|!()[\]]$/;
const wide = /^[mwMWABCDGHNOQRUVXY@%&]$/;
/** Fewer kinds of letters are as wide as each other by chance, as digits always are. */
const minKinds = 6;
/** The share by which widths of one pitch may differ, as they are rounded. */
const tolerance = 0.02;

/** The widths of the letters of a font that occur on a page, in units of its size. */
export class LetterWidths {
  readonly #kinds = new Set<string>();
  #narrowest = Number.POSITIVE_INFINITY;
  #widest = 0;
  #hasNarrow = false;
  #hasWide = false;
  /** Whether letters are known to be of several widths, so that no more of them need to be measured. */
  isProportional = false;

  /** Takes a letter as it is drawn. */
  add(text: string, width: number): void {
    if (!(width > 0) || this.#kinds.has(text) || !/^[!-~]$/.test(text)) return;
    this.#kinds.add(text);
    this.#narrowest = Math.min(this.#narrowest, width);
    this.#widest = Math.max(this.#widest, width);
    this.#hasNarrow ||= narrow.test(text);
    this.#hasWide ||= wide.test(text);
    this.isProportional = this.#widest - this.#narrowest > tolerance * this.#widest;
  }

  /** Whether narrow and wide letters were seen, and all are of one width. */
  get areFixed(): boolean {
    return !this.isProportional && this.#hasNarrow && this.#hasWide && this.#kinds.size >= minKinds;
  }
}
