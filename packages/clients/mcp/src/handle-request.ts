import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { createMcpServer, type McpServerOptions } from './create-server.ts';

/** A POST of the protocol's streamable HTTP. */
export interface McpRequest {
  readonly url: string;
  readonly headers: Headers;
  /** The message, as parsed JSON. */
  readonly body: unknown;
  /** Aborts the work in progress. */
  readonly signal: AbortSignal;
}

/** Answers one message over HTTP as JSON, in the revision that it speaks. Nothing of it is kept: any replica can answer the next. */
export async function handleMcpRequest(
  { url, headers, body, signal }: McpRequest,
  options: McpServerOptions,
): Promise<Response> {
  if (Array.isArray(body)) return refuseBatch();
  const request = new Request(url, { method: 'POST', headers, signal });
  if (await isLegacyRequest(request, body)) return await answerInSession(request, body, options);
  // Nothing that this server lists changes while it lives, so that there is nothing to subscribe to.
  const handler = createMcpHandler(() => createMcpServer(options), {
    legacy: 'reject',
    responseMode: 'json',
    maxSubscriptions: 0,
  });
  try {
    return await readWhole(await handler.fetch(request, { parsedBody: body }));
  } finally {
    await handler.close();
  }
}

/** Read before the server is closed. */
const readWhole = async (response: Response) => new Response(await response.text(), response);

/** Answers a message of the revisions up to 2025-11-25, whose sessions begin with `initialize`; this one keeps none. */
async function answerInSession(
  request: Request,
  parsedBody: unknown,
  options: McpServerOptions,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createMcpServer(options);
  const close = () => void server.close();
  request.signal.addEventListener('abort', close, { once: true });
  try {
    await server.connect(transport);
    return await readWhole(await transport.handleRequest(request, { parsedBody }));
  } finally {
    request.signal.removeEventListener('abort', close);
    await server.close();
  }
}

/** The protocol had them until 2025-06-18; each message counts as one request. */
function refuseBatch(): Response {
  const error = { code: -32_600, message: 'Send one message at a time' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 });
}
