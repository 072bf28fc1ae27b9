import type { ServerResponse } from 'node:http';
import type { StubRequest, StubResponse } from '../stub-server.ts';

/** What a vendor does wrong with one request. */
export type VendorFault =
  /** Refuses with a status and, unless a body is given, with what the vendor says then. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: unknown;
    }
  /** Never answers. */
  | { readonly kind: 'hang' }
  /** Begins to answer and never ends. */
  | { readonly kind: 'stall' }
  /** Closes the connection in the middle of the answer. */
  | { readonly kind: 'cut' }
  /** Ends an answer of status 200 in the middle of the JSON. */
  | { readonly kind: 'truncated' }
  | { readonly kind: 'wrong-dimension' }
  | { readonly kind: 'nan' }
  | { readonly kind: 'too-few' };

/** The first half of an answer, as far as a broken one comes. */
const half = (reply: StubResponse) => {
  const body = String(reply.body);
  return body.slice(0, body.length / 2);
};

/** A reply as it is sent: with a body in JSON, unless it has another. */
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

/** What goes wrong with a request beyond an answer of another kind. */
type DriveFault = Exclude<VendorFault, { kind: 'status' }>;

/** How an emulated drive behaves. */
export interface EmulatedDriveOptions {
  /** The most that a page holds; the vendor's own limit by default. */
  readonly pageSize?: number;
  /** Whether a token is accepted; the emulator's own alone by default. */
  readonly accepts?: (token: string | undefined) => boolean;
  /** Whether pages lead back to where they came from. */
  readonly repeatsPages?: () => boolean;
  /** Decides what goes wrong with a request. */
  readonly fault?: (request: StubRequest) => StubResponse | DriveFault | undefined;
}
