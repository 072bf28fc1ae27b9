import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, causesOf } from '@docfleet/errors';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Creates the error for a database behind a folder or bucket of the operator: its messages name paths, so they stay in the cause. */
export function databaseUnavailable(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('PROVIDER_UNAVAILABLE', 'The LANCEDB vector store did not answer', { cause: error });
}

/** Matches what file systems and vendors of buckets say where waiting does not help: someone has to change rights or the address. */
const refusal =
  /permission denied|not permitted|not a directory|read-only|access ?denied|forbidden|unauthorized|\b40[13]\b|no ?such ?bucket|bucket does not exist|no object store provider/i;

/** Returns the error of a trial: a refusal with its remedy where the place cannot be written, and otherwise a database that does not answer. */
export function trialFailure(error: unknown): AppError {
  if (!causesOf(error).some(({ message }) => refusal.test(message))) return databaseUnavailable(error);
  return new AppError('PROVIDER_REJECTED', 'The folder or bucket of LANCEDB cannot be written', {
    cause: error,
    details: {
      reason:
        'Its operator has to grant the services the right to create and remove files at LANCEDB_URI, which is a folder below DATA_DIR unless set',
    },
  });
}

/** Vectors of one table share a dimension, which the first write decides. */
export function wrongDimensions(expected: number, actual: number): AppError {
  const reason = `The namespace holds vectors of ${expected} dimensions, the embedding model returns ${actual}`;
  return new AppError('PROVIDER_REJECTED', 'The vector store does not take vectors of this dimension', {
    details: { setting: 'embeddingModelConfig', reason },
  });
}

/** Whether vectors are not of the dimension that a table was opened with. */
export const isOtherDimension = (error: unknown): boolean =>
  error instanceof AppError && error.details.setting === 'embeddingModelConfig';

/** Tests for a conflict of two commits: the rejected one has changed nothing and may be retried. */
export const isCommitConflict = (error: unknown): boolean =>
  /conflict|incompatible transaction|concurrent|please retry|directory not empty/i.test(messageOf(error));

/** Undefined instead of an error where a file has gone meanwhile. */
export function unlessAbsent(error: unknown): undefined {
  if ((error as { code?: unknown } | undefined)?.code !== 'ENOENT') throw error;
}

/** There is no such table, or it was dropped under an open handle. */
export const isMissingTable = (error: unknown): boolean => /not found/i.test(messageOf(error));

export const isExistingTable = (error: unknown): boolean => /already exists/i.test(messageOf(error));

const attempts = 8;

/** Two processes that write to one table meet now and then: the database asks the loser to try again. Up to eight times, over some seconds. */
export async function retryConflicts<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === attempts || !isCommitConflict(error)) throw error;
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}
