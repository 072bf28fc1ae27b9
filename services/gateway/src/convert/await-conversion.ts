import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Upload } from '@docfleet/api/route';
import { findConversionResult, removeConversion } from '@docfleet/domain/conversion';
import { AppError, type ErrorCode, errorCatalogue, isErrorCode } from '@docfleet/errors';
import { type convertFile, createJob, type estimateSource } from '@docfleet/queues';
import type { GatewayContext } from '../http/context.ts';

const partBytes = 1_000_000;
const firstLookMs = 20;
const maxPauseMs = 250;

/** The bytes of an upload, in pieces that a row can hold. */
export const readUpload = ({ path }: Pick<Upload, 'path'>): AsyncIterable<Uint8Array> =>
  createReadStream(path, { highWaterMark: partBytes });

/** Looks for the outcome, soon at first, for most take milliseconds. */
async function waitForOutcome({ database }: GatewayContext, id: string, until: AbortSignal) {
  for (let pause = firstLookMs; ; pause = Math.min(pause * 1.5, maxPauseMs)) {
    await sleep(pause, undefined, { signal: until });
    const outcome = await findConversionResult(database, id);
    if (outcome) return outcome;
  }
}

interface Waiting {
  readonly id: string;
  readonly expiresAt: Date;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
}

/**
 * Queues a conversion or an estimate and returns its result. Rejects with its error, or with
 * REQUEST_TIMEOUT when it takes longer than a caller can wait. Nothing of it is left in any case.
 */
export async function awaitConversion(
  context: GatewayContext,
  queue: typeof convertFile | typeof estimateSource,
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

/** A fault of the file keeps its code, as the caller can correct it; everything else is reported as `failed`. */
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
