/** Letters that are narrower than the others in all faces but those of typewriters. */
const narrow = /^[ijl.,;:'|!]$/;
const wide = /^[a-eghkm-qs-zA-HK-Z@%&]$/;
/** Fewer kinds of letters are as wide as each other by chance, as digits always are. */
const minKinds = 6;
/** The share by which widths of one pitch differ, as they are rounded; a letter's picture may be wider than its room. */
const tolerance = 0.02;
const pictureTolerance = 0.15;
const minEqualShare = 0.7;

/** The widths of the letters of a font that occur on a page, in units of its size. */
export class LetterWidths {
  readonly #widths = new Map<string, number>();
  #narrowest = Number.POSITIVE_INFINITY;
  #widest = 0;
  /** Whether letters are known to be of several widths, so that no more of them need to be measured. */
  isProportional = false;

  /** Takes a letter that occurs; `measure` returns its width, and is called where it is not yet known. */
  add(text: string, measure: () => number): void {
    if (this.#widths.has(text) || !/^[!-~]$/.test(text)) return;
    const width = measure();
    if (!(width > 0)) return;
    this.#widths.set(text, width);
    this.#narrowest = Math.min(this.#narrowest, width);
    this.#widest = Math.max(this.#widest, width);
    this.isProportional = this.#widest > (1 + pictureTolerance) * this.#narrowest;
  }

  /** Whether narrow and wide letters were seen, and nearly all are of one width. */
  get areFixed(): boolean {
    if (this.isProportional || this.#widths.size < minKinds) return false;
    const equal = [...this.#widths].filter(([, width]) => width <= (1 + tolerance) * this.#narrowest);
    const seen = (kind: RegExp) => equal.some(([text]) => kind.test(text));
    return equal.length >= minEqualShare * this.#widths.size && seen(narrow) && seen(wide);
  }
}
