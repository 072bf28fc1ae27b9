import type { ServerResponse } from 'node:http';
import { respondError } from './exchange.ts';

/** A way for the server to fail a request. */
export type S3Fault =
  /** An error in S3's own words, e.g. `{ kind: 'error', status: 503, code: 'SlowDown' }`. */
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly code: string;
      readonly message?: string;
      readonly retryAfterSeconds?: number;
    }
  /** Takes the request and never answers. */
  | { readonly kind: 'hang' }
  /** Breaks the connection, after so many bytes of the answer's body (0 by default). */
  | { readonly kind: 'cut'; readonly afterBytes?: number }
  /** Stops sending after so many bytes of the answer's body and keeps the connection open. */
  | { readonly kind: 'stall'; readonly afterBytes: number };

/** Lets `afterBytes` of the body through, then calls `stop` instead of sending more. */
function limitBody(response: ServerResponse, afterBytes: number, stop: () => void): void {
  const send = response.write.bind(response) as (chunk: Buffer) => boolean;
  let left = afterBytes;
  response.write = ((chunk: Buffer) => {
    if (left <= 0) return false;
    send(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) setImmediate(stop);
    return left > 0;
  }) as typeof response.write;
}

/** Does what the fault says; true when the request is dealt with and must not be handled any further. */
export function commitFault(fault: S3Fault, response: ServerResponse): boolean {
  switch (fault.kind) {
    case 'error':
      if (fault.retryAfterSeconds !== undefined)
        response.setHeader('retry-after', String(fault.retryAfterSeconds));
      respondError(response, { message: fault.code, elements: {}, ...fault });
      return true;
    case 'hang':
      return true;
    case 'cut':
      if (!fault.afterBytes) response.destroy();
      else limitBody(response, fault.afterBytes, () => response.destroy());
      return !fault.afterBytes;
    case 'stall':
      limitBody(response, fault.afterBytes, () => {});
      return false;
  }
}
