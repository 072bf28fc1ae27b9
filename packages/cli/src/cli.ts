import type { Environment } from './environment.ts';
import type { Terminal } from './terminal/terminal.ts';

/** What a command line works with. */
export interface Cli {
  readonly terminal: Terminal;
  readonly environment: Environment;
  /** Aborted by Ctrl-C with an Interrupted: whatever is under way ends, and what it leaves half-done is undone. */
  readonly signal: AbortSignal;
  readonly version: string;
  /** Opens an address in the user's browser, if there is one. */
  openBrowser(address: string): void;
}
