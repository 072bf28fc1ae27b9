/** What is known of a file before it is read: its first bytes and what its sender says about it. */
export interface Sample {
  /** The first characters; those outside ASCII may be wrong, for the encoding is not yet known. */
  readonly text: string;
  /** In lower case, without the dot; empty where the name has none. */
  readonly extension: string;
  /** In lower case, without parameters; empty where nothing useful was declared. */
  readonly declaredType: string;
}

/** A file to convert. */
export interface Source {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Its length in bytes, as far as it was announced. */
  readonly size: number;
  /** The label of the encoding that its sender declared. */
  readonly declaredCharset: string | undefined;
}

/** A kind of file that can be read. To add one: write its folder, then name it in `formats/formats.ts`. */
export interface Format {
  /** As it is called in messages to customers. */
  readonly name: string;
  readonly mimeType: string;
  /** Whether the file is of this kind; formats are asked in the order of their list. */
  matches(sample: Sample): boolean;
  /** Markdown in pieces. Throws DOCUMENT_UNREADABLE where the content is broken. */
  convert(source: Source): AsyncIterable<string>;
}
