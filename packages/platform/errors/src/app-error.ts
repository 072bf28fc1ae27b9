import { types } from 'node:util';
import { type ErrorCode, type ErrorKind, errorCatalogue } from './catalogue.ts';

const waitOrResync =
  'It was tried again for about a day. Resync the document, or ingest it again, once the other side answers.';

const triedOrResync =
  'It was tried several times. Resync the document, or ingest it again, once the server responds.';

/** Advice for a document's owner by the error code of its failure; codes that documents do not fail with are left out. */
const adviceByCode: Partial<Readonly<Record<ErrorCode, string>>> = {
  DOCUMENT_EMPTY:
    'Check that the document contains text, and ingest it again. A scanned PDF needs the OCR strategy STANDARD_OCR.',
  DOCUMENT_UNREADABLE:
    'Open the file with the program that made it. If it opens there, save it anew, or as PDF, and ingest that.',
  DOCUMENT_CRASHED_WORKER:
    'Reading it ended the worker several times. Save it anew or split it, ingest that, and report the file to the operator.',
  DOCUMENT_ENCRYPTED: 'Remove the password from the file and ingest it again.',
  DOCUMENT_TOO_COMPLEX:
    'Split the file into smaller ones, or save it without its pictures, and ingest those.',
  SYSTEM_PROGRAM_MISSING:
    'Ask the operator to install the program that the error names, then ingest the file again.',
  UNSUPPORTED_FILE_TYPE:
    'Convert the file to a format that is supported, such as PDF or DOCX, and ingest that.',
  FILE_TOO_LARGE: 'Split the file, or ask the operator for a higher limit.',

  PROVIDER_REJECTED:
    "Correct the setting that the error names in the namespace's configuration, then resync the document or ingest it again.",
  PROVIDER_RATE_LIMITED:
    "Raise the limit of the namespace's account at the provider, or ingest less at a time; then resync the document or ingest it again.",
  PROVIDER_UNAVAILABLE: waitOrResync,
  SPENDING_LIMIT_REACHED:
    "Raise the namespace's spendingLimitConfig, or wait for the next month; then resync the document or ingest it again.",

  PAGE_UNREACHABLE: `Open the address in a browser: it may be misspelled, or its server down. ${triedOrResync}`,
  PAGE_UNAVAILABLE: triedOrResync,
  PAGE_NOT_FOUND:
    'The page is gone, or its address is misspelled. Delete the document, or ingest the right address.',
  PAGE_FORBIDDEN:
    'The site does not show this page to the scraper. Pass what it asks for in scrapeOptions.headers, or choose another web scraper for the namespace.',
  PAGE_BLOCKED_BY_ROBOTS:
    "The site's robots.txt asks robots to stay away from this page. Ask its owner to allow it, or ingest its text another way.",
  PAGE_EMPTY:
    'Nothing was left of the page. Check the selectors in scrapeOptions; a page that is drawn by scripts needs a web scraper that runs them.',
  PAGE_TOO_LARGE:
    'Narrow the page with includeSelectors in scrapeOptions, or ingest its parts by themselves.',
  PAGE_UNREADABLE:
    'The server sends the page in a form that cannot be read. Save it as a file and ingest that.',
  PAGE_REDIRECT_FAILED: 'Open the address in a browser and ingest the one that it leads to.',

  CONNECTION_UNAUTHORIZED:
    'Authorize the connection again: PATCH it, and open the authorizationUrl of the response. Then resync the document.',
  ITEM_NOT_FOUND:
    'The item was deleted or is no longer shared with the connection. Share it again, then resync it.',
  ITEM_FORBIDDEN: "Grant the connection's user the right to download the item, then resync it.",
  ITEM_UNSUPPORTED:
    'The item holds nothing that can be read. Export it to a supported format and ingest that.',

  ADDRESS_FORBIDDEN:
    'The address lies in a private network that the operator has not allowed. Ask the operator to allow it (EGRESS_ALLOW_CIDRS).',
  INTERNAL_ERROR:
    "The service failed repeatedly for about a day. Report the document's id to the operator, who finds the cause in the logs.",
};

/** Returns advice for a document's owner about an error, in one or two sentences; undefined when there is none for the code. */
export function adviceFor(code: string): string | undefined {
  return Object.hasOwn(adviceByCode, code) ? adviceByCode[code as ErrorCode] : undefined;
}

/** Maximum length of a chain of causes: beyond it there is a cycle. */
const maxCauses = 16;

/**
 * Returns an error and its causes, outermost first, without values that are no errors. Node and SDKs hide the actual error a few
 * levels down.
 */
export function causesOf(error: unknown): (Error & { readonly code?: unknown })[] {
  const chain: Error[] = [];
  for (let link = error; types.isNativeError(link) && chain.length < maxCauses; link = link.cause)
    chain.push(link);
  return chain;
}

const retryableKinds: readonly ErrorKind[] = [
  'rate-limited',
  'internal',
  'upstream',
  'unavailable',
  'timeout',
];

/** Messages for the operating system's codes of exhausted handles, memory, processes or disk space: errno(3). */
const exhausted = new Map([
  ...['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'].map(
    (code) => [code, 'A server of ours is out of resources'] as const,
  ),
  ...['ENOSPC', 'EDQUOT'].map(
    (code) => [code, 'A server of ours has no disk space left: try again later'] as const,
  ),
]);

/** Returns the resource whose lack is the root cause of an error: a transient condition that is not caused by the work itself. */
const findLacking = (error: unknown): string | undefined =>
  causesOf(error)
    .map(({ code }) => exhausted.get(String(code)))
    .find((sentence) => sentence !== undefined);

export interface ErrorDetails {
  /** Response of an outside service, without secrets, fit to be shown to the customer. */
  readonly reason?: string;
  /** The field or setting that its owner has to correct. */
  readonly setting?: string;
  readonly retryAfterMs?: number;
  /** Attempts after which the work fails, where each of them costs more than a request. */
  readonly maxAttempts?: number;
  /** Whether a vendor has billed the attempt or may have, and its result is lost: repeating it costs once more. */
  readonly isPaid?: boolean;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  readonly [name: string]: unknown;
}

/** The one error that crosses a module's border: a code of the catalogue and a sentence fit to be shown. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; details?: ErrorDetails } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
  }

  get kind(): ErrorKind {
    return errorCatalogue[this.code];
  }

  /** Whether the same work may succeed later without anyone changing anything. */
  get retryable(): boolean {
    return retryableKinds.includes(this.kind);
  }

  /**
   * Returns any thrown value as an AppError, with it as the cause: SERVICE_UNAVAILABLE where this machine has run out of
   * something, INTERNAL_ERROR where nothing is known.
   */
  static from(error: unknown): AppError {
    if (error instanceof AppError) return error;
    const lacking = findLacking(error);
    if (lacking) return new AppError('SERVICE_UNAVAILABLE', lacking, { cause: error });
    return new AppError('INTERNAL_ERROR', 'Something went wrong on our side', { cause: error });
  }
}

/** Returns a failure as that of an attempt which a vendor has billed and whose result is lost. */
export const paidFor = (error: AppError): AppError =>
  new AppError(error.code, error.message, { cause: error, details: { ...error.details, isPaid: true } });
