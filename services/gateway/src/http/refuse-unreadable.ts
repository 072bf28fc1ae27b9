import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { statusOfCode } from '@docfleet/api/edge-error';
import type { ErrorCode } from '@docfleet/errors';
import type { Logger } from '@docfleet/runtime/logging';

/** Error code and message by the parser's error code. Too large headers are a 413 and not a 431, because the interface has a code for 413. */
const reasons: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['PAYLOAD_TOO_LARGE', 'The headers are larger than 16 KB together'],
  ERR_HTTP_REQUEST_TIMEOUT: ['INVALID_REQUEST', 'The request did not arrive in time'],
};
const unreadable = ['INVALID_REQUEST', 'The request is not HTTP that could be read'] as const;

function write(socket: Socket, code: ErrorCode, message: string, requestId: string): void {
  const body = JSON.stringify({ success: false, message, error: { code, message, requestId } });
  const head = [
    `HTTP/1.1 ${statusOfCode(code)} Refused`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * Responds to requests that Node.js cannot parse, which never reach the app, with the error envelope; an expectation that
 * is unknown is ignored, as RFC 9110 §10.1.1 allows, instead of refused without an envelope.
 */
export function refuseUnreadable(server: Server, logger: Logger): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: Error & { code?: string }, stream) => {
    const socket = stream as Socket & { _httpMessage?: unknown };
    // A response that is under way must not get another one into its middle.
    if (!socket.writable || socket._httpMessage) return void socket.destroy();
    const [code, message] = reasons[error.code ?? ''] ?? unreadable;
    const requestId = randomUUID();
    logger.info({ requestId, code, reason: error.code }, 'unreadable request');
    write(socket, code, message, requestId);
  });
}
