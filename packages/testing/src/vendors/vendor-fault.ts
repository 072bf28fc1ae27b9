import type { ServerResponse } from 'node:http';
import type { StubRequest, StubResponse } from '../stub-server.ts';

/** Fault of a vendor with one request. */
export type VendorFault =
  /** Refuses with a status and, by default, the vendor's own body for it. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: unknown;
    }
  /** Never responds. */
  | { readonly kind: 'hang' }
  /** Begins a response and never ends it. */
  | { readonly kind: 'stall' }
  /** Closes the connection in the middle of the response. */
  | { readonly kind: 'cut' }
  /** Ends a response of status 200 in the middle of the JSON. */
  | { readonly kind: 'truncated' }
  | { readonly kind: 'wrong-dimension' }
  | { readonly kind: 'nan' }
  | { readonly kind: 'too-few' };

/** Returns the first half of a response, for a fault that breaks it off. */
const half = (reply: StubResponse) => {
  const body = String(reply.body);
  return body.slice(0, body.length / 2);
};

/** Returns a response as it is sent: with a body in JSON, unless it has another type. */
const written = (reply: StubResponse): StubResponse =>
  typeof reply.body === 'string' || reply.body instanceof Uint8Array
    ? reply
    : {
        ...reply,
        headers: { 'content-type': 'application/json', ...reply.headers },
        body: JSON.stringify(reply.body ?? {}),
      };

/** Sends a whole reply, or as much of it as the fault lets through. */
export function sendFaulty(
  whole: StubResponse,
  fault: VendorFault | undefined,
  response: ServerResponse,
): StubResponse | undefined {
  const reply = written(whole);
  switch (fault?.kind) {
    case 'hang':
      return undefined;
    case 'stall':
      response.writeHead(reply.status ?? 200, reply.headers).write(half(reply));
      return undefined;
    case 'cut':
      response.writeHead(reply.status ?? 200, reply.headers).write(half(reply), () => response.destroy());
      return undefined;
    case 'truncated':
      return { ...reply, body: half(reply) };
    default:
      return reply;
  }
}

/** Fault of a request that replaces or damages its response. */
type DriveFault = Exclude<VendorFault, { kind: 'status' }>;

/** Settings of an emulated drive's behavior. */
export interface EmulatedDriveOptions {
  /** Maximum of entries on a page; default: the vendor's own limit. */
  readonly pageSize?: number;
  /** Whether a token is accepted; the emulator's own alone by default. */
  readonly accepts?: (token: string | undefined) => boolean;
  /** Whether each page continues with itself. */
  readonly repeatsPages?: () => boolean;
  /** Returns the response or the fault that replaces the normal response, if any. */
  readonly fault?: (request: StubRequest) => StubResponse | DriveFault | undefined;
}
