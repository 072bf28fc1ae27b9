import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findConversionResult, removeConversion } from '@docfleet/domain/conversion';
import { AppError, type ErrorCode, errorCatalogue, isErrorCode } from '@docfleet/errors';
import { type convertFile, createJob } from '@docfleet/queues';
import type { ApiContext } from './context.ts';
import type { Upload } from './route.ts';

const partBytes = 1_000_000;
const firstLookMs = 20;
const maxPauseMs = 250;

/** Reads an upload in pieces that fit into a row. */
export const readUpload = ({ path }: Pick<Upload, 'path'>): AsyncIterable<Uint8Array> =>
  createReadStream(path, { highWaterMark: partBytes });

/** Polls for the outcome of a conversion, at short intervals at first, since most take milliseconds. */
async function waitForOutcome({ database }: Pick<ApiContext, 'database'>, id: string, until: AbortSignal) {
  for (let pause = firstLookMs; ; pause = Math.min(pause * 1.5, maxPauseMs)) {
    await sleep(pause, undefined, { signal: until });
    const outcome = await findConversionResult(database, id);
    if (outcome) return outcome;
  }
}

interface Waiting {
  readonly id: string;
  readonly expiresAt: Date;
  /** Signal that aborts when the caller disconnects. */
  readonly signal: AbortSignal;
}

/**
 * Queues a request whose caller waits and returns its result. Rejects with its error, or with REQUEST_TIMEOUT at its expiry. Its rows are
 * deleted in any case.
 */
export async function awaitConversion(
  context: Pick<ApiContext, 'database' | 'producer'>,
  queue: typeof convertFile,
  { id, expiresAt, signal }: Waiting,
): Promise<Awaited<ReturnType<typeof waitForOutcome>>> {
  const deadline = AbortSignal.timeout(Math.max(1, expiresAt.getTime() - Date.now()));
  try {
    await context.producer.add([createJob(queue, { conversionId: id })]);
    const outcome = await waitForOutcome(context, id, AbortSignal.any([signal, deadline]));
    if (outcome.errorCode === null) return outcome;
    // A worker of a newer version may know others.
    const code = isErrorCode(outcome.errorCode) ? outcome.errorCode : 'INTERNAL_ERROR';
    throw new AppError(code, outcome.error ?? '');
  } catch (cause) {
    if (!deadline.aborted || cause instanceof AppError) throw cause;
    const advice =
      'Reading this takes longer than one request may: send it to POST /v1/ingest/file, which reads it in the background';
    throw new AppError('REQUEST_TIMEOUT', advice, { cause });
  } finally {
    await removeConversion(context.database, id);
  }
}

/** Returns the error to report: a fault of the file keeps its code, because the caller can correct it; every other becomes `failed`. */
export function toConversionRefusal(cause: unknown, failed: ErrorCode): unknown {
  if (!(cause instanceof AppError) || cause.cause !== undefined) return cause;
  const { code, message } = cause;
  if (code === 'UNSUPPORTED_FILE_TYPE' || code === failed) return cause;
  if (code === 'SYSTEM_PROGRAM_MISSING') return new AppError(failed, message, { cause });
  if (errorCatalogue[code] !== 'invalid')
    return new AppError(failed, 'The file could not be read', { cause });
  const issues = [{ path: 'file', message }];
  return new AppError('INVALID_REQUEST', message, { cause, details: { reason: code, issues } });
}
