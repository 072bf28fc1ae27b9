import type { Dispatcher } from 'undici';
import { forwardTo } from './forward-to.ts';

/** Servers send one or two before the response itself: https://www.rfc-editor.org/rfc/rfc8297 */
const maxInterim = 32;

/**
 * Ends requests that are answered by one interim response (1xx) after another: each counts as a sign of life, so that no wait for headers
 * would ever end.
 */
export const limitInterim = (dispatcher: Dispatcher): Dispatcher =>
  dispatcher.compose((dispatch) => (options, handler) => {
    let interim = 0;
    return dispatch(options, {
      ...forwardTo(handler),
      onResponseStart(controller, status, headers, message) {
        if (status < 200) interim += 1;
        if (interim > maxInterim)
          return controller.abort(
            Object.assign(new Error('Too many interim responses'), { code: 'INTERIM_FLOOD' }),
          );
        handler.onResponseStart?.(controller, status, headers, message);
      },
    });
  });
