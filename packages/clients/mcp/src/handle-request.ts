import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
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

/** Answers one message over HTTP as JSON. Nothing of it is kept: any replica can answer the next. */
export async function handleMcpRequest(
  { url, headers, body, signal }: McpRequest,
  options: McpServerOptions,
): Promise<Response> {
  if (Array.isArray(body)) return refuseBatch();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createMcpServer(options);
  const close = () => void server.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    await server.connect(transport);
    const request = new Request(url, { method: 'POST', headers });
    const response = await transport.handleRequest(request, { parsedBody: body });
    // Read before the server is closed.
    return new Response(await response.text(), response);
  } finally {
    signal.removeEventListener('abort', close);
    await server.close();
  }
}

/** The protocol had them until 2025-06-18; each message counts as one request. */
function refuseBatch(): Response {
  const error = { code: -32_600, message: 'Send one message at a time' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 });
}
