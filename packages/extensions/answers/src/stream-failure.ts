import type { JobContext } from '@docfleet/api/context';
import { toEdgeError } from '@docfleet/api/edge-error';

/**
 * Describes what went wrong behind the beginning of a stream, in the words of the error envelope: the status has been sent, so that the last
 * event has to say it. Logs what is ours or an outside service's, as a response with a status would.
 */
export function streamFailure(cause: unknown, { logger }: Pick<JobContext, 'logger'>) {
  const { status, code, message, details } = toEdgeError(cause, 'ANSWER_FAILED');
  if (status >= 500)
    logger[status === 500 ? 'error' : 'warn']({ error: cause, code }, 'an answer failed in its stream');
  return { code, message, ...(Object.keys(details).length > 0 && { details: { ...details } }) };
}
