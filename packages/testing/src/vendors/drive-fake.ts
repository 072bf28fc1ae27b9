import type { ServerResponse } from 'node:http';
import { type StubRequest, type StubResponse, type StubServer, startStubServer } from '../stub-server.ts';
import { bearerOf } from './embedding-emulator.ts';
import { sendFaulty, type VendorFault } from './vendor-fault.ts';

/** Emulated vendor of documents, and operations with which its users change them. */
export interface DriveFake {
  readonly url: string;
  readonly requests: StubRequest[];
  /** Exchanges of requests and responses so far, to be compared with the vendor's description. */
  readonly exchanges: DriveExchange[];
  /** Access token that the vendor accepts; all others are refused. */
  token: string;
  /** Returns the fault of a request, if any. */
  fault: ((request: StubRequest) => VendorFault | undefined) | undefined;
  /** Creates or changes the file (or page) at a path such as `/a/b.txt`, with its folders; returns its external id. */
  put(path: string, content: string | Uint8Array): string;
  /** Renames or moves a file. */
  move(id: string, path: string): void;
  remove(id: string): void;
  /** Adds an item that cannot be ingested; returns its id. */
  putUnsupported(path: string): string;
  /** Expires all change cursors that were issued. */
  expireCursors(): void;
  /** Whether each page of a listing continues with itself. */
  repeatPages: boolean;
  close(): Promise<void>;
}

export interface DriveExchange {
  readonly request: StubRequest;
  readonly status: number;
  readonly body: unknown;
}

export interface DriveVendor {
  /** Returns the response; undefined for a path that the vendor does not have. */
  answer(request: StubRequest, response: ServerResponse): StubResponse | undefined;
  /** Returns the body of the vendor's error with a status. */
  refusal(status: number): unknown;
  /** Whether a request needs no token: an address that carries its permission. */
  readonly isPublic?: (request: StubRequest) => boolean;
}

const json = { 'content-type': 'application/json' };

function whole(reply: StubResponse): StubResponse {
  const raw = typeof reply.body === 'string' || reply.body instanceof Uint8Array;
  return raw ? reply : { ...reply, headers: { ...json, ...reply.headers }, body: JSON.stringify(reply.body) };
}

/** Returns the body of a response, parsed where the fake has written JSON itself. */
function bodyOf({ body, headers }: StubResponse): unknown {
  return typeof body === 'string' && headers?.['content-type'] === json['content-type']
    ? JSON.parse(body)
    : body;
}

/** Starts the server of a fake: it judges tokens and makes faults, and leaves the rest to the vendor. */
export async function startDriveServer(
  vendor: DriveVendor,
  state: Pick<DriveFake, 'token' | 'fault' | 'exchanges'>,
): Promise<StubServer> {
  const reply = (request: StubRequest, response: ServerResponse): StubResponse | undefined => {
    const fault = state.fault?.(request);
    if (fault?.kind === 'status')
      return {
        status: fault.status,
        body: fault.body ?? vendor.refusal(fault.status),
        ...(fault.headers && { headers: fault.headers }),
      };
    if (!vendor.isPublic?.(request) && bearerOf(request) !== state.token)
      return { status: 401, body: vendor.refusal(401) };
    const answer = vendor.answer(request, response);
    if (!answer) return { status: 404, body: vendor.refusal(404) };
    if (!vendor.isPublic?.(request))
      state.exchanges.push({ request, status: answer.status ?? 200, body: bodyOf(answer) });
    return sendFaulty(whole(answer), fault, response);
  };
  return startStubServer(reply);
}
