import type { ServerResponse } from 'node:http';
import { respondError } from './exchange.ts';

/** Fault of the server with one request. */
export type S3Fault =
  /** Returns an S3 error, such as `{ kind: 'error', status: 503, code: 'SlowDown' }`. */
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly code: string;
      readonly message?: string;
      readonly retryAfterSeconds?: number;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Accepts the request and never responds. */
  | { readonly kind: 'hang' }
  /** Closes the connection after this many bytes of the response body (default 0). */
  | { readonly kind: 'cut'; readonly afterBytes?: number }
  /** Stops sending after this many bytes of the response body and keeps the connection open. */
  | { readonly kind: 'stall'; readonly afterBytes: number }
  /** Ends each XML document after its first half, as if it were complete. */
  | { readonly kind: 'truncated' };

/** Sends half of what is written, without a Content-Length. */
function halveBody(response: ServerResponse): void {
  const send = response.write.bind(response) as (chunk: Buffer) => boolean;
  const begin = response.writeHead.bind(response);
  response.writeHead = ((status: number, headers: Record<string, string>) => {
    const { 'content-length': _length, ...others } = headers;
    return begin(status, others);
  }) as typeof response.writeHead;
  response.write = ((chunk: string) =>
    send(Buffer.from(chunk).subarray(0, chunk.length / 2))) as typeof response.write;
}

/** Passes `afterBytes` of the body, then calls `stop` instead of sending more or ending: an ended response would keep its connection open. */
function limitBody(response: ServerResponse, afterBytes: number, stop: () => void): void {
  const send = response.write.bind(response) as (chunk: Buffer) => boolean;
  let left = afterBytes;
  response.write = ((written: Buffer | string) => {
    if (left <= 0) return false;
    const chunk = Buffer.from(written as string);
    send(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) setImmediate(stop);
    return left > 0;
  }) as typeof response.write;
  const end = response.end.bind(response) as () => ServerResponse;
  response.end = (() => (left > 0 ? end() : response)) as typeof response.end;
}

/** Applies a fault; returns true when the request must not be handled any further. */
export function commitFault(fault: S3Fault, response: ServerResponse): boolean {
  switch (fault.kind) {
    case 'error':
      if (fault.retryAfterSeconds !== undefined)
        response.setHeader('retry-after', String(fault.retryAfterSeconds));
      for (const [name, value] of Object.entries(fault.headers ?? {})) response.setHeader(name, value);
      respondError(response, { message: fault.code, elements: {}, ...fault });
      return true;
    case 'truncated':
      halveBody(response);
      return false;
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
