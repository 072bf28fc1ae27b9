import type { Readable, Writable } from 'node:stream';

type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

type Input = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

/** Where a command line reads and writes. */
export interface Terminal {
  readonly input: Input;
  /** Takes results. */
  readonly output: Output;
  /** Takes questions, progress and errors. */
  readonly errors: Output;
}
