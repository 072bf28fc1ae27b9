import type { Dispatcher } from 'undici';
import { forwardTo, type Guard, targetOf } from './dispatcher.ts';

/** One completed request, for the operator's metrics. */
export interface Exchange {
  /** Class of the destination: a public host, one that the operator allowed, or a forbidden one. */
  readonly hostClass: 'public' | 'operator' | 'forbidden';
  /** Undefined when there was no response. */
  readonly status: number | undefined;
  readonly durationMs: number;
  /** Bytes of the response's body as they were transferred. */
  readonly bytes: number;
}

export type OnExchange = (exchange: Exchange) => void;

const isForbidden = (error: Error & { code?: unknown }) => error.code === 'ADDRESS_FORBIDDEN';

/** Reports each request of a dispatcher when it has ended. */
export function observe(
  dispatcher: Dispatcher,
  { isOperators }: Pick<Guard, 'isOperators'>,
  onExchange: OnExchange,
): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => {
    const begun = performance.now();
    let status: number | undefined;
    let bytes = 0;
    const report = (error?: Error) => {
      const own = isOperators(targetOf(new URL(String(options.origin)))) ? 'operator' : 'public';
      const hostClass = error && isForbidden(error) ? 'forbidden' : own;
      onExchange({ hostClass, status, durationMs: performance.now() - begun, bytes });
    };
    const observed: Dispatcher.DispatchHandler = {
      ...forwardTo(handler),
      onResponseStart(...args) {
        status = args[1];
        handler.onResponseStart?.(...args);
      },
      onResponseData(controller, chunk) {
        bytes += chunk.length;
        handler.onResponseData?.(controller, chunk);
      },
      onResponseEnd(...args) {
        report();
        handler.onResponseEnd?.(...args);
      },
      onResponseError(controller, error) {
        report(error);
        handler.onResponseError?.(controller, error);
      },
    };
    return dispatch(options, observed);
  });
}
