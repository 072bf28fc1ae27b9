import { type ExitCode, exitCodes } from './exit-codes.ts';

interface Facts {
  /** A sentence that suggests what the user can do; printed below the message. */
  readonly advice?: string;
  readonly exitCode?: ExitCode;
  readonly cause?: unknown;
}

/** Something that went wrong on this side: what, and what to do. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  readonly advice: string | undefined;
  readonly exitCode: ExitCode;

  constructor(message: string, { advice, exitCode = exitCodes.failed, cause }: Facts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.advice = advice;
    this.exitCode = exitCode;
  }
}

/** The reason of a signal that Ctrl-C has aborted. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** A command that was used in a way that it is not made for. */
export const misuse = (message: string, advice: string): CliFailure =>
  new CliFailure(message, { advice, exitCode: exitCodes.misused });
