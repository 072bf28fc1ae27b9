import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const program = fileURLToPath(new URL('../../packages/clients/mcp/src/main.ts', import.meta.url));

/** Address and credentials that an assistant uses. */
export interface AssistantOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly tenantId?: string;
  /** Revision that it speaks; one with sessions, up to 2025-11-25, unless given. */
  readonly revision?: string | undefined;
}

/** Configuration of a server in an assistant. */
export interface ServerConfig {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

async function connect(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  revision?: string,
): Promise<Client> {
  const mode = revision === undefined ? ('legacy' as const) : { pin: revision };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  // Listing the tools makes the client validate results against their output schemas.
  await client.listTools().catch(async (error: unknown) => {
    await client.close();
    throw error;
  });
  return client;
}

/** The protocol's own client, speaking to /mcp of a gateway. */
export function connectByHttp({ url, apiKey, tenantId, revision }: AssistantOptions): Promise<Client> {
  const headers = { authorization: `Bearer ${apiKey}`, ...(tenantId && { 'x-tenant-id': tenantId }) };
  return connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
    revision,
  );
}

/** Connects an assistant to a `docfleet-mcp` process of its own. */
export function connectByStdio({ url, apiKey, tenantId, revision }: AssistantOptions): Promise<Client> {
  const tenant = tenantId && { DOCFLEET_TENANT_ID: tenantId };
  const env = { DOCFLEET_URL: url, DOCFLEET_API_KEY: apiKey, ...tenant };
  return connect(
    new StdioClientTransport({ command: process.execPath, args: [program], env, stderr: 'ignore' }),
    revision,
  );
}

/** A client of the server that an assistant's configuration names: an address with headers, or a program. */
export function connectByConfig({ url, headers, ...program }: ServerConfig): Promise<Client> {
  if (url !== undefined)
    return connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: headers ?? {} } }),
    );
  const { command = '', args = [], env = {} } = program;
  return connect(new StdioClientTransport({ command, args: [...args], env, stderr: 'ignore' }));
}

/** Result of a tool: the text, the same for programs, and whether it failed. */
export async function callTool(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
  const [first] = content as { text: string }[];
  const text = first?.text ?? '';
  // Texts of documents are sent once, as JSON.
  const data = structuredContent ?? (isError ? {} : JSON.parse(text));
  return { text, data: data as Record<string, never>, isError: isError === true };
}
