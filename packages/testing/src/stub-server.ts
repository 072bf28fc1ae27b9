import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Parsed JSON body; undefined when the body is not JSON. */
  readonly json: unknown;
}

export interface StubResponse {
  readonly status?: number;
  readonly headers?: Record<string, string | string[]>;
  /** Body of the response, sent as JSON unless it is a string or bytes. */
  readonly body?: unknown;
}

/** Handler of a stub's requests. It returns a response, or writes to `response` itself (hang, cut, trickle) and returns undefined. */
export type StubHandler = (
  request: StubRequest,
  response: ServerResponse,
) => StubResponse | undefined | Promise<StubResponse | undefined>;

export interface StubServer {
  readonly url: string;
  readonly port: number;
  readonly requests: StubRequest[];
  close(): Promise<void>;
}

async function readRequest(message: IncomingMessage): Promise<StubRequest> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString('utf8');
  const url = new URL(message.url ?? '/', 'http://stub');
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    json = undefined;
  }
  return {
    method: message.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: message.headers,
    body,
    json,
  };
}

function send(response: ServerResponse, reply: StubResponse): void {
  const raw = typeof reply.body === 'string' || reply.body instanceof Uint8Array;
  const type = raw ? 'text/plain' : 'application/json';
  response.writeHead(reply.status ?? 200, { 'content-type': type, ...reply.headers });
  response.end(raw ? (reply.body as string | Uint8Array) : JSON.stringify(reply.body ?? {}));
}

/**
 * Starts an HTTP server on a free port of 127.0.0.1, so that adapters are tested with their real client. It records all requests, or the
 * last `remember` ones: benchmarks send more than fits into memory.
 */
export async function startStubServer(
  handler: StubHandler,
  { remember = Number.POSITIVE_INFINITY }: { remember?: number } = {},
): Promise<StubServer> {
  const requests: StubRequest[] = [];
  const server = createServer(async (message, response) => {
    try {
      const request = await readRequest(message);
      requests.push(request);
      if (requests.length > remember) requests.shift();
      const reply = await handler(request, response);
      if (reply) send(response, reply);
    } catch (error) {
      if (!response.headersSent) send(response, { status: 500, body: String(error) });
    }
  });
  // A client that computes for longer than a server keeps idle connections sends into one that is closed: Qdrant's engine seemed to die of it.
  server.keepAliveTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
