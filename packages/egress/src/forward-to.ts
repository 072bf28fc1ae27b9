import type { Dispatcher } from 'undici';

/** A handler that passes on all calls, to be spread below what it does of its own. */
export const forwardTo = (handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler => ({
  onRequestStart: (...args) => handler.onRequestStart?.(...args),
  onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
  onBodySent: (...args) => handler.onBodySent?.(...args),
  onRequestSent: () => handler.onRequestSent?.(),
  onResponseStarted: () => handler.onResponseStarted?.(),
  onResponseStart: (...args) => handler.onResponseStart?.(...args),
  onResponseData: (...args) => handler.onResponseData?.(...args),
  onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
  onResponseError: (...args) => handler.onResponseError?.(...args),
});
