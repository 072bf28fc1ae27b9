import type { Readable, Writable } from 'node:stream';
import type { Environment } from './environment.ts';

type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

type Input = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

/** Streams of a command: standard input, standard output and standard error. */
export interface Terminal {
  readonly input: Input;
  /** Takes results. */
  readonly output: Output;
  /** Takes questions, progress and errors. */
  readonly errors: Output;
}

/** Everything that a command receives from the process that runs it. */
export interface Cli {
  readonly terminal: Terminal;
  readonly environment: Environment;
  /** Aborted by Ctrl-C with an Interrupted: whatever is under way ends, and what it leaves half-done is undone. */
  readonly signal: AbortSignal;
  readonly version: string;
  /** Opens an address in the user's browser, if there is one. */
  openBrowser(address: string): void;
}
