#!/usr/bin/env node

/** `docfleet-mcp`: docfleet for an assistant on the same machine, over standard input and output. */
import { createDocfleetClient } from '@docfleet/sdk';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from './create-server.ts';
import { readSettings } from './settings.ts';
import { defined, explainError } from './tool.ts';

const startTimeoutMs = 15_000;

// Standard output belongs to the protocol.
const complain = (text: string) => process.stderr.write(`docfleet-mcp: ${text}\n`);

try {
  const settings = readSettings(process.env);
  const client = createDocfleetClient(
    defined({
      baseUrl: settings.DOCFLEET_URL,
      apiKey: settings.DOCFLEET_API_KEY,
      tenantId: settings.DOCFLEET_TENANT_ID,
    }),
  );
  const { apiKey, extensions } = await client.apiKeys.current({}, { deadlineMs: startTimeoutMs });
  const onFailure = (error: unknown, tool: string) => complain(`${tool}: ${explainError(error)}`);
  serveStdio(() => createMcpServer({ client, scopes: apiKey.scopes, extensions, onFailure }), {
    maxSubscriptions: 0,
  });
  complain(`serves ${settings.DOCFLEET_URL} with the key ${apiKey.name}`);
} catch (error) {
  complain(`did not start: ${isOwn(error) ? error.message : explainError(error)}`);
  process.exitCode = 1;
}

/** Settings that are wrong say so themselves. */
function isOwn(error: unknown): error is Error {
  return error instanceof Error && error.message.startsWith('The configuration');
}
