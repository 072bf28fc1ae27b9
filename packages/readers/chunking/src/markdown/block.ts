import type { Line } from './line-reader.ts';

/** A block of the document that is being read. */
export interface Block {
  /** Takes the next line, or answers false to leave it to another block. */
  take(line: Line): boolean;
  end(): void;
  /** Whether the lines that follow stand as they are until its end: code, HTML, front matter. */
  isVerbatim?(): boolean;
}
