import type { Dispatcher } from 'undici';

/** A handler that hands on all that it receives, to be spread below what it does of its own. */
export const forwardTo = (handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler => ({
  onRequestStart: (...event) => handler.onRequestStart?.(...event),
  onRequestUpgrade: (...event) => handler.onRequestUpgrade?.(...event),
  onBodySent: (...event) => handler.onBodySent?.(...event),
  onRequestSent: () => handler.onRequestSent?.(),
  onResponseStarted: () => handler.onResponseStarted?.(),
  onResponseStart: (...event) => handler.onResponseStart?.(...event),
  onResponseData: (...event) => handler.onResponseData?.(...event),
  onResponseEnd: (...event) => handler.onResponseEnd?.(...event),
  onResponseError: (...event) => handler.onResponseError?.(...event),
});
