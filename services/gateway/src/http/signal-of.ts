import { AppError } from '@docfleet/errors';
import type { Response } from 'express';

/** Returns a signal that aborts when the client disconnects before the response is complete. */
export function signalOf(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new AppError('INVALID_REQUEST', 'The caller has gone'));
  });
  return controller.signal;
}
