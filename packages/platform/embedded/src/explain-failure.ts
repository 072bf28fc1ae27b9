import { readFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';

const linesShown = 5;

/** Explains in one sentence why a server did not start, from its output. */
export async function explainFailure(name: string, logFile: string): Promise<AppError> {
  const output = await readFile(logFile, 'utf8').catch(() => '');
  return failure(name, output, logFile);
}

/**
 * Returns the error of a server that did not start, with its last lines of output. A full disk is common enough to have its own sentence.
 */
export function failure(name: string, output: string, where: string): AppError {
  if (/No space left on device|ENOSPC/.test(output))
    return new AppError('SERVICE_UNAVAILABLE', `${name} needs more disk space than is left (see ${where})`);
  const last = output.trim().split('\n').slice(-linesShown).join('\n');
  return new AppError('SERVICE_UNAVAILABLE', `${name} did not start (see ${where})\n${last}`.trim());
}
