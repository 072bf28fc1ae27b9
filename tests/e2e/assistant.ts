import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const program = fileURLToPath(new URL('../../packages/clients/mcp/src/main.ts', import.meta.url));

/** Whom an assistant works for. */
export interface AssistantOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly tenantId?: string;
}

/** Configuration of a server in an assistant. */
export interface ServerConfig {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

async function connect(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  // The library's own transports do not fit its own interface under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  // So that it holds what tools answer against what they promise.
  await client.listTools().catch(async (error: unknown) => {
    await client.close();
    throw error;
  });
  return client;
}

/** The protocol's own client, speaking to /mcp of a gateway. */
export function connectByHttp({ url, apiKey, tenantId }: AssistantOptions): Promise<Client> {
  const headers = { authorization: `Bearer ${apiKey}`, ...(tenantId && { 'x-tenant-id': tenantId }) };
  return connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
}

/** The same, speaking to a `docfleet-mcp` of its own. */
export function connectByStdio({ url, apiKey, tenantId }: AssistantOptions): Promise<Client> {
  const tenant = tenantId && { DOCFLEET_TENANT_ID: tenantId };
  const env = { DOCFLEET_URL: url, DOCFLEET_API_KEY: apiKey, ...tenant };
  return connect(
    new StdioClientTransport({ command: process.execPath, args: [program], env, stderr: 'ignore' }),
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
  const result = await client.callTool({ name, arguments: given });
  const [first] = result.content as { text: string }[];
  return {
    text: first?.text ?? '',
    data: result.structuredContent as Record<string, never>,
    isError: result.isError === true,
  };
}
