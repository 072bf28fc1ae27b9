import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived, its body as it was sent. */
export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** A server on this machine that webhooks are sent to. */
export interface Receiver {
  readonly port: number;
  close(): Promise<void>;
}

/** More than any event has. */
const maxBodyBytes = 1_000_000;

/** Starts it on 127.0.0.1; `answer` returns the status of each response. What is no POST is refused before anything of it is read. */
export async function startReceiver(
  port: number,
  answer: (request: ReceivedRequest) => Promise<number>,
): Promise<Receiver> {
  const server = createServer((message, response) => void respond(message, response, answer));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function respond(
  message: IncomingMessage,
  response: ServerResponse,
  answer: (request: ReceivedRequest) => Promise<number>,
): Promise<void> {
  const status = await statusOf(message, answer).catch(() => 500);
  response.writeHead(status, { connection: 'close' }).end();
}

async function statusOf(
  message: IncomingMessage,
  answer: (request: ReceivedRequest) => Promise<number>,
): Promise<number> {
  if (message.method !== 'POST') return 405;
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of message) {
    parts.push(part as Buffer);
    length += (part as Buffer).length;
    if (length > maxBodyBytes) return 413;
  }
  return answer({ headers: message.headers, body: new Uint8Array(Buffer.concat(parts)) });
}
