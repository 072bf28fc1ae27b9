import { CommanderError } from 'commander';
import type { Cli } from './cli.ts';
import { exitCodes } from './exit-codes.ts';
import { explainError } from './explain-error.ts';
import { createProgram } from './program.ts';
import { showError } from './show-error.ts';

/** Runs one command line and returns its exit code. */
export async function runCli(args: readonly string[], cli: Cli): Promise<number> {
  const program = createProgram(cli);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    // Help was asked for, and shown.
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
    // Help was shown instead of what is missing.
    if (error instanceof CommanderError && error.code === 'commander.help') return exitCodes.misused;
    // Ctrl-C may break a connection before the reason of its end arrives.
    const explanation = explainError(cli.signal.aborted ? cli.signal.reason : error);
    const { json, color = true } = program.opts<{ json?: boolean; color?: boolean }>();
    showError(cli, explanation, { json, color });
    return explanation.exitCode;
  }
}
