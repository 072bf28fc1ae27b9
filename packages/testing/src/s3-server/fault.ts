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
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Takes the request and never answers. */
  | { readonly kind: 'hang' }
  /** Breaks the connection, after so many bytes of the answer's body (0 by default). */
  | { readonly kind: 'cut'; readonly afterBytes?: number }
  /** Stops sending after so many bytes of the answer's body and keeps the connection open. */
  | { readonly kind: 'stall'; readonly afterBytes: number }
  /** Ends each document of XML after its first half, as if that were all. */
  | { readonly kind: 'truncated' };

/** Sends half of what is written, without its length. */
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

/** Lets `afterBytes` of the body through, then calls `stop` instead of sending more, or ending: an ended response would keep its connection open. */
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

/** Does what the fault says; true when the request is dealt with and must not be handled any further. */
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
