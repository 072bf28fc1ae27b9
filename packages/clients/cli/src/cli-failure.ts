import { isNativeError } from 'node:util/types';
import { DocfleetError, type DocfleetErrorCode } from '@docfleet/sdk';
import { CommanderError } from 'commander';

/** Exit codes of the `docfleet` command. */
export const exitCodes = {
  done: 0,
  failed: 1,
  misused: 2,
  notAllowed: 3,
  notFound: 4,
  documentsFailed: 5,
  interrupted: 130,
} as const;

type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An error as its reader needs it. Nothing in it is made visible yet. */
export interface Explanation {
  readonly code: string;
  /** The problem and its reason, in one sentence. */
  readonly message: string;
  readonly details: readonly string[];
  readonly advice?: string | undefined;
  readonly requestId?: string | undefined;
  readonly exitCode: ExitCode;
}

const advices: Partial<Readonly<Record<DocfleetErrorCode, string>>> = {
  UNAUTHORIZED: 'Sign in with a key that works: docfleet login',
  FORBIDDEN: 'See what the key may do: docfleet whoami. An admin key makes others: docfleet keys create',
  CONNECTION_FAILED: 'Is the service running, and is its address right? docfleet doctor looks closer.',
  TIMEOUT: 'It may be busy: try again, or ask docfleet doctor.',
  UNEXPECTED_ANSWER: 'Is it the address of docfleet itself? docfleet doctor looks closer.',
  NAMESPACE_NOT_FOUND: 'See which there are: docfleet namespace list',
  NAMESPACE_ALREADY_EXISTS: 'Choose another name, or change this one: docfleet namespace update',
  RATE_LIMIT_EXCEEDED: 'Wait a minute, or use a key with a higher limit.',
  WEB_SCRAPER_CONFIG_NOT_SET:
    'Configure a scraper for the namespace: echo \'{"webScraperConfig":{"provider":"BUILTIN"}}\' | docfleet namespace update NAME --config -',
  DOCUMENTS_NOT_FOUND: 'See which there are: docfleet documents list',
  INGEST_JOB_RUN_NOT_FOUND: 'See which there are: docfleet runs list',
  CONNECTION_NOT_FOUND: 'See which there are: docfleet connections list',
  WEBHOOK_NOT_FOUND: 'See which there are: docfleet webhooks list',
  API_KEY_NOT_FOUND: 'See which there are: docfleet keys list',
  SERVICE_UNAVAILABLE: 'Try again in a moment.',
};

/** Explains an error to the user of a command; returns its message, its advice and the exit code. */
export function explainError(error: unknown): Explanation {
  if (error instanceof DocfleetError) return explainResponse(error);
  if (error instanceof CliFailure) {
    const { message, advice, exitCode } = error;
    return { code: 'FAILED', message, details: [], advice, exitCode };
  }
  if (error instanceof Interrupted)
    return { code: 'INTERRUPTED', message: 'Interrupted', details: [], exitCode: exitCodes.interrupted };
  if (error instanceof CommanderError) {
    const message = error.message.replace(/^error: /, '');
    const advice = 'Run docfleet --help, or --help after a command, for its usage.';
    return { code: 'MISUSED', message, details: [], advice, exitCode: exitCodes.misused };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'FAILED', message, details: [], exitCode: exitCodes.failed };
}

function explainResponse(error: DocfleetError): Explanation {
  const { code, requestId, status } = error;
  return {
    code,
    message: messageOf(error),
    details: [...issues(error), ...causes(error)],
    advice: advices[code],
    requestId,
    exitCode: exitCodeOf(code, status),
  };
}

/** The requests of the API that a message recommends are behind a colon; the advice names the command in their place. */
const messageOf = ({ code, message }: DocfleetError) =>
  code === 'NAMESPACE_NOT_FOUND' ? message.replace(/: GET \/v1\/.*$/, '') : message;

function exitCodeOf(code: DocfleetErrorCode, status: number | undefined): ExitCode {
  if (status === 401 || status === 403) return exitCodes.notAllowed;
  if (status === 404) return exitCodes.notFound;
  return code === 'RUN_FAILED' ? exitCodes.documentsFailed : exitCodes.failed;
}

function issues({ details, message }: DocfleetError): string[] {
  const { issues: found, reason, setting } = details;
  const all: readonly { path?: unknown; message?: unknown }[] = Array.isArray(found) ? found : [];
  const lines = all
    // The message is that of the first ones.
    .filter((issue) => !message.includes(`${issue.path} ${issue.message}`))
    .map((issue) => `${issue.path}: ${issue.message}`);
  if (typeof setting === 'string') lines.push(`setting: ${setting}`);
  return typeof reason === 'string' ? [...lines, reason] : lines;
}

/** Why no connection came about: fetch hides it two levels down. */
function causes({ code, cause }: DocfleetError): string[] {
  if (code !== 'CONNECTION_FAILED' || !isNativeError(cause)) return [];
  const inner = isNativeError(cause.cause) ? cause.cause : cause;
  // One error for each address that a name has.
  const first: unknown = 'errors' in inner && Array.isArray(inner.errors) ? inner.errors[0] : inner;
  return isNativeError(first) && first.message ? [first.message] : [];
}

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
