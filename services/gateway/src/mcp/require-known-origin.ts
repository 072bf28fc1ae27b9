import { AppError } from '@docfleet/errors';

/** Names of this machine, which no name server leads elsewhere. */
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
 * Refuses pages of others, which may reach a gateway on its user's machine by a name that leads there: it is compared with what
 * the operator says, never with the Host that such a page chooses. Programs name no Origin.
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
