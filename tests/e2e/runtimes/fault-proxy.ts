import { once } from 'node:events';
import { createServer, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** Proxy between a program and the gateway that fails for keys that ask for it. */
export interface FaultProxy {
  readonly url: string;
  /** Statuses of the attempts with this Idempotency-Key. */
  statusesOf(idempotencyKey: string): readonly number[];
  /** The answer to the first attempt with this key, which was done and whose answer was lost. */
  lostResponse(idempotencyKey: string): string | undefined;
  /** Whether the last file of this document came as a stream, before its length was known. */
  isStreamed(path: string): boolean;
  close(): Promise<void>;
}

/** Puts a proxy in front of a gateway; these paths are answered by itself. */
export async function startFaultProxy(
  gatewayUrl: string,
  pages: Readonly<Record<string, { readonly type: string; readonly body: string }>>,
): Promise<FaultProxy> {
  const statuses = new Map<string, number[]>();
  const lost = new Map<string, string>();
  const streamed = new Map<string, boolean>();
  const result = async (request: IncomingMessage, response: ServerResponse) => {
    const page = pages[request.url ?? ''];
    if (page) return response.writeHead(200, { 'content-type': page.type }).end(page.body);
    const key = String(request.headers['idempotency-key']);
    streamed.set(request.url ?? '', request.headers['transfer-encoding'] === 'chunked');
    if (key.startsWith('hang ')) return;
    const before = statuses.get(key) ?? [];
    const note = (status: number) => statuses.set(key, [...before, status]);
    if (!key.startsWith('lose ') || before.length > 1) {
      const answered = await forward(request, gatewayUrl);
      note(answered.statusCode ?? 0);
      response.writeHead(answered.statusCode ?? 0, answered.headers);
      return pipeline(answered, response);
    }
    if (before.length === 0) lost.set(key, await text(await forward(request, gatewayUrl)));
    const status = before.length === 0 ? 503 : 429;
    note(status);
    response.writeHead(status, { 'retry-after': '0' }).end('<h1>Not now</h1>');
  };
  const server = createServer((request, response) => {
    // Clients that disconnect in the middle are part of the scenario.
    result(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statusesOf: (key) => statuses.get(key) ?? [],
    lostResponse: (key) => lost.get(key),
    isStreamed: (path) => streamed.get(path) ?? false,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function forward(request: IncomingMessage, gatewayUrl: string): Promise<IncomingMessage> {
  const { method, headers, url = '/' } = request;
  const forwarded = openRequest(new URL(url, gatewayUrl), { method, headers });
  const answered = once(forwarded, 'response');
  await pipeline(request, forwarded);
  const [result] = await answered;
  return result;
}
