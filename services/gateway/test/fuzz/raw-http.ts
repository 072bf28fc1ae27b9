import { connect } from 'node:net';

/** A request as bytes: no client library corrects it. */
export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Bytes after the headers, as they are. */
  readonly body: Buffer;
  /** Whether the caller hangs up its side when it has sent all: the body may be shorter than it said. */
  readonly hangsUp: boolean;
  /** Whether the body is not framed as the headers say: such a connection may be cut without a response. */
  readonly misframed: boolean;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const deadlineMs = 60_000;
const headEnd = Buffer.from('\r\n\r\n');

function readHead(text: string): Pick<RawResponse, 'status' | 'headers'> {
  const [statusLine = '', ...lines] = text.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(headers) };
}

function dechunked(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let start = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', start);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', start, lineEnd), 16);
    if (size === 0) return Buffer.concat(parts);
    if (bytes.length < lineEnd + 4 + size) return undefined;
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    start = lineEnd + 4 + size;
  }
}

/** The response in what has arrived; undefined while it is not whole. */
function readResponse(bytes: Buffer, method: string): RawResponse | undefined {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = readHead(bytes.toString('latin1', 0, end));
  const rest = bytes.subarray(end + headEnd.length);
  if (head.status === 100) return readResponse(rest, method);
  if (method === 'HEAD' || head.status === 204) return { ...head, body: Buffer.alloc(0) };
  // A stream of events continues for as long as there is something to follow: that it was opened is the response.
  if (head.headers['content-type'] === 'text/event-stream') return { ...head, body: Buffer.alloc(0) };
  if (head.headers['transfer-encoding'] === 'chunked') {
    const body = dechunked(rest);
    return body && { ...head, body };
  }
  const length = Number(head.headers['content-length'] ?? 0);
  return rest.length < length ? undefined : { ...head, body: rest.subarray(0, length) };
}

const headOf = ({ method, target, headers }: RawRequest) =>
  Buffer.from(
    `${method} ${target} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    'latin1',
  );

/** Sends the bytes over a connection of their own; returns undefined when the server hangs up without a response. */
export function sendRaw(port: number, request: RawRequest): Promise<RawResponse | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let received = Buffer.alloc(0);
    const settle = (response: RawResponse | undefined) => {
      socket.destroy();
      resolve(response);
    };
    socket.setTimeout(deadlineMs, () => {
      socket.destroy();
      reject(new Error(`No answer within ${deadlineMs} ms; so far: ${received.toString('latin1')}`));
    });
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const response = readResponse(received, request.method);
      if (response) settle(response);
    });
    // A server that refuses early may cut what is still being sent: what it said before counts.
    socket.on('error', () => settle(readResponse(received, request.method)));
    socket.on('end', () => settle(readResponse(received, request.method)));
    socket.write(headOf(request));
    if (request.hangsUp) socket.end(request.body);
    else socket.write(request.body);
  });
}
