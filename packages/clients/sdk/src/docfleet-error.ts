import type { ErrorCode, IngestJobRunDocuments } from './generated/api.ts';

/** A code of the service's, or one of what happens on this side. */
export type DocfleetErrorCode =
  | ErrorCode
  | 'CONNECTION_FAILED'
  | 'TIMEOUT'
  | 'UNEXPECTED_ANSWER'
  | 'RUN_FAILED'
  | 'INVALID_SIGNATURE';

interface Facts {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly run?: IngestJobRunDocuments | undefined;
  readonly cause?: unknown;
}

/** Everything that the SDK rejects with, but the reason of a signal that was aborted. */
export class DocfleetError extends Error {
  override readonly name = 'DocfleetError';
  readonly code: DocfleetErrorCode;
  /** The answer's status; undefined when there was none. */
  readonly status: number | undefined;
  /** The id by which the service's logs know the request. */
  readonly requestId: string | undefined;
  /** Details of the error: `issues` lists invalid fields, `setting` names a setting of a provider, `reason` quotes its vendor. */
  readonly details: Readonly<Record<string, unknown>>;
  /** With RUN_FAILED: the run, with the documents that failed. */
  readonly run: IngestJobRunDocuments | undefined;

  constructor(code: DocfleetErrorCode, message: string, facts: Facts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.details = facts.details ?? {};
    this.run = facts.run;
  }
}
