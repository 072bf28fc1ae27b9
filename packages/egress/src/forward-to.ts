import type { Dispatcher } from 'undici';

/** A handler that hands on all that it is told, to be spread below what it does of its own. */
export const forwardTo = (handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler => ({
  onRequestStart: (...told) => handler.onRequestStart?.(...told),
  onRequestUpgrade: (...told) => handler.onRequestUpgrade?.(...told),
  onBodySent: (...told) => handler.onBodySent?.(...told),
  onRequestSent: () => handler.onRequestSent?.(),
  onResponseStarted: () => handler.onResponseStarted?.(),
  onResponseStart: (...told) => handler.onResponseStart?.(...told),
  onResponseData: (...told) => handler.onResponseData?.(...told),
  onResponseEnd: (...told) => handler.onResponseEnd?.(...told),
  onResponseError: (...told) => handler.onResponseError?.(...told),
});
