#!/usr/bin/env node

/** `docfleet-mcp`: docfleet for an assistant on the same machine, over standard input and output. */
import { readConfig } from '@docfleet/runtime/config';
import { createDocfleetClient } from '@docfleet/sdk';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { createMcpServer } from './create-server.ts';
import { explainError } from './explain-error.ts';
import { defined } from './tool.ts';

/** The settings of the program, read from its environment. */
const mcpSettings = z.object({
  DOCFLEET_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:4000')
    .describe('Where the gateway is'),
  DOCFLEET_API_KEY: z.string().min(1).describe('Its scopes decide what the assistant may do'),
  DOCFLEET_TENANT_ID: z
    .string()
    .optional()
    // As a blank value of a variable that was not replaced would show the documents of all tenants.
    .meta({ description: 'The tenant whose documents alone are seen; unset: all', blank: 'refused' }),
});

const startTimeoutMs = 15_000;

// Standard output belongs to the protocol.
const complain = (text: string) => process.stderr.write(`docfleet-mcp: ${text}\n`);

try {
  const settings = readConfig(mcpSettings);
  const client = createDocfleetClient(
    defined({
      baseUrl: settings.DOCFLEET_URL,
      apiKey: settings.DOCFLEET_API_KEY,
      tenantId: settings.DOCFLEET_TENANT_ID,
    }),
  );
  const { apiKey } = await client.apiKeys.current({}, { deadlineMs: startTimeoutMs });
  const onFailure = (error: unknown, tool: string) => complain(`${tool}: ${explainError(error)}`);
  const server = createMcpServer({ client, scopes: apiKey.scopes, onFailure });
  await server.connect(new StdioServerTransport());
  complain(`serves ${settings.DOCFLEET_URL} with the key ${apiKey.name}`);
} catch (error) {
  complain(`did not start: ${isOwn(error) ? error.message : explainError(error)}`);
  process.exitCode = 1;
}

/** Settings that are wrong say so themselves. */
function isOwn(error: unknown): error is Error {
  return error instanceof Error && error.message.startsWith('The configuration');
}
