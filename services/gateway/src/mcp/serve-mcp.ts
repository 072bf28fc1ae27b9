import type { Socket } from 'node:net';
import { AppError } from '@docfleet/errors';
import { createDocfleetClient, DocfleetError } from '@docfleet/sdk';
import type { Express, Request, Response } from 'express';
import { admitCaller, presentedKey } from '../http/authenticate.ts';
import type { GatewayContext } from '../http/context.ts';
import { signalOf } from '../http/event-streams.ts';
import { readJsonBody } from '../http/json-body.ts';
import { limitAddress } from '../http/limit-rate.ts';
import { readTenantId } from '../http/request-headers.ts';
import { sendError } from '../http/send-error.ts';

/** Host names of this machine, which DNS cannot redirect. */
const ownHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

function isOwnMachine(origin: string): boolean {
  const url = URL.parse(origin);
  return url !== null && ownHosts.has(url.hostname);
}

interface KnownOrigins {
  readonly publicUrl?: string | undefined;
  readonly mcpAllowedOrigins: readonly string[];
}

/**
 * Refuses requests of pages of other sites, which may reach a gateway on their user's machine by DNS rebinding. Origins are compared with
 * the operator's settings and never with the Host header, which such a page chooses. Programs send no Origin.
 * https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#security-warning
 */
function requireKnownOrigin(
  origin: string | undefined,
  { publicUrl, mcpAllowedOrigins }: KnownOrigins,
): void {
  if (origin === undefined || isOwnMachine(origin)) return;
  if (publicUrl !== undefined && URL.parse(publicUrl)?.origin === origin) return;
  if (mcpAllowedOrigins.includes(origin)) return;
  throw new AppError('FORBIDDEN', 'Pages of this origin may not speak to /mcp', {
    details: { setting: 'MCP_ALLOWED_ORIGINS' },
  });
}

const path = '/mcp';

/** Returns the address at which this gateway received the request, so that tools call the same process. */
function addressOf({ localAddress = '127.0.0.1', localPort, localFamily }: Socket): string {
  const host = localFamily === 'IPv6' ? `[${localAddress}]` : localAddress;
  return `http://${host}:${localPort}`;
}

/** Creates a client of this gateway with the caller's own key and tenant, so that tools have the caller's rights and count against its limits. */
function clientOf(request: Request) {
  const tenantId = readTenantId(request.get('x-tenant-id'));
  return createDocfleetClient({
    baseUrl: addressOf(request.socket),
    apiKey: presentedKey(request.headers.authorization ?? '') ?? '',
    // A client that is refused can do other work meanwhile; a request that waits here only holds its connection.
    maxRetries: 0,
    ...(tenantId !== undefined && { tenantId }),
  });
}

/**
 * Returns the headers that the protocol reads; the Authorization header is left out. Every response is JSON, so that a client need not
 * accept a stream, as the protocol has it and some do not: https://github.com/anthropics/claude-code/issues/45368
 */
function protocolHeaders(request: Request): Headers {
  const names = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];
  const headers = names.flatMap((name): [string, string][] => {
    const value = request.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return new Headers([...headers, ['accept', 'application/json, text/event-stream']]);
}

async function result(context: GatewayContext, request: Request, response: Response): Promise<void> {
  const { scopes } = await admitCaller('read', context, request, response);
  const client = clientOf(request);
  const body = await readJsonBody(request, response, context.limits.jsonBytes);
  // A gateway that no assistant speaks to does without its 28 MB.
  const { handleMcpRequest } = await import('@docfleet/mcp');
  const url = `${addressOf(request.socket)}${path}`;
  const onFailure = (error: unknown, tool: string) => {
    if (!(error instanceof DocfleetError)) context.logger.error({ error, tool }, 'a tool failed');
  };
  const answered = await handleMcpRequest(
    { url, headers: protocolHeaders(request), body, signal: signalOf(response) },
    { client, scopes, extensions: context.extensions, onFailure },
  );
  response.status(answered.status);
  const type = answered.headers.get('content-type');
  if (type !== null) response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', 'no-store');
  response.end(await answered.text());
}

/** Serves assistants by the streamable HTTP of the Model Context Protocol, without sessions: https://modelcontextprotocol.io */
export function serveMcp(app: Express, context: GatewayContext): void {
  app.all(path, async (request, response) => {
    response.locals['route'] = path;
    try {
      requireKnownOrigin(request.get('origin'), context);
      if (request.method === 'POST') return await result(context, request, response);
      await limitAddress(request, response, context);
      response.setHeader('Allow', 'POST');
      throw new AppError(
        'METHOD_NOT_ALLOWED',
        `${path} supports POST: it keeps no sessions and sends no events`,
      );
    } catch (cause) {
      sendError(request, response, { cause, context, failed: 'INTERNAL_ERROR' });
    }
  });
}
