import { AppError } from '@docfleet/errors';

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
export function requireKnownOrigin(
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
