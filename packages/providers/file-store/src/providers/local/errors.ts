import { AppError } from '@docfleet/errors';

const sentences: Readonly<Record<string, string>> = {
  ENOSPC: 'There is no disk space left for local files',
  EDQUOT: 'There is no disk space left for local files',
  EROFS: 'The folder of local files cannot be written',
  ENOTDIR: 'The folder of local files cannot be written',
  EACCES: 'The folder of local files cannot be written',
  EPERM: 'The folder of local files cannot be written',
  EMFILE: 'Too many files are open at once',
  ENFILE: 'Too many files are open at once',
  EIO: 'The disk with local files has failed',
};

/** Faults that pass by themselves or are repaired elsewhere, and do not concern the namespace's configuration. */
const passing = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EIO'];
const retryAfterMs = 30_000;

export const errorCode = (error: unknown): unknown => (error as { code?: unknown } | undefined)?.code;

/** Returns a file system's error as an AppError without the operator's paths; all else as it is. */
export function localError(error: unknown): unknown {
  const code = String(errorCode(error));
  const sentence = sentences[code];
  if (sentence === undefined) return error;
  const details = passing.includes(code) ? { retryAfterMs } : {};
  return new AppError('SERVICE_UNAVAILABLE', sentence, { cause: error, details });
}

/** Returns the failure of a trial: a folder that cannot be written is refused with the remedy, as waiting does not help. */
export function trialFailure(error: unknown): unknown {
  if (!(error instanceof AppError) || error.details.retryAfterMs !== undefined) return error;
  const reason =
    'Its operator has to grant the services the right to create and remove files at LOCAL_FILES_DIR, which is a folder below DATA_DIR unless set';
  return new AppError('PROVIDER_REJECTED', error.message, { cause: error, details: { reason } });
}

/** Undefined instead of an error when something is not there. */
export function unlessAbsent(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}
