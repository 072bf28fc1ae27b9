/** A part of a document that is embedded, found and shown on its own. */
export interface Chunk {
  /**
   * The body under its heading path. A fence that was cut is opened and closed again, a table that was cut has its
   * header. Otherwise the body is the source from `start` to `end`, but for very long runs of empty lines.
   */
  readonly text: string;
  /** `countTokens(text)` */
  readonly tokens: number;
  /** UTF-16 offsets of the body in the source, with what it repeats of the chunk before. */
  readonly start: number;
  readonly end: number;
  /** Titles of the headings that the body lies under, outermost first, with its own heading if it begins with one. */
  readonly headings: readonly string[];
}
