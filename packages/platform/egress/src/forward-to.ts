import type { Dispatcher } from 'undici';

/** Creates a handler that forwards all events, for a caller that overrides some of them. */
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
