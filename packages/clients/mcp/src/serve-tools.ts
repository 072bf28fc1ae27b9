import { type Issue, readWith } from '@docfleet/errors/issues';
import type { DocfleetClient } from '@docfleet/sdk';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  type Tool as ListedTool,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { cleanDeep, cleanLine, createQuote } from './clean-text.ts';
import { explainError } from './explain-error.ts';
import { allows, type Scopes, type Tool } from './tool.ts';
import { allTools } from './tools/all-tools.ts';

/** Longer than the longest that a tool waits by itself. */
const callTimeoutMs = 45_000;

/** Draft 7, which validators of the protocol's clients know. */
const jsonSchemaOf = (schema: z.ZodObject, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { target: 'draft-7', io }) as ListedTool['inputSchema'];

const listed = ({ name, title, description, hints, input, output }: Tool): ListedTool => ({
  name,
  title,
  description,
  inputSchema: jsonSchemaOf(input, 'input'),
  outputSchema: jsonSchemaOf(output, 'output'),
  annotations: { title, ...hints },
});

const refusal = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

const lineOf = ({ path, message }: Issue) => cleanLine(`- ${path || 'the arguments'} ${message}`);

/** An unexpected failure, for the log. */
export type OnFailure = (error: unknown, tool: string) => void;

interface Call {
  readonly client: DocfleetClient;
  readonly signal: AbortSignal;
  readonly onFailure: OnFailure;
}

async function runTool(
  tool: Tool,
  given: unknown,
  { client, signal, onFailure }: Call,
): Promise<CallToolResult> {
  const input = readWith(tool.input, given);
  if ('issues' in input)
    return refusal(
      `INVALID_ARGUMENTS: ${tool.name} cannot be called like this.\n${input.issues.map(lineOf).join('\n')}`,
    );
  const request = { signal: AbortSignal.any([signal, AbortSignal.timeout(callTimeoutMs)]) };
  try {
    const { data, text } = await tool.run(input.data, { client, request, quote: createQuote() });
    return {
      content: [{ type: 'text', text }],
      structuredContent: cleanDeep(tool.output.parse(data)) as Record<string, unknown>,
    };
  } catch (error) {
    onFailure(error, tool.name);
    return refusal(explainError(error));
  }
}

/** Serves the tools that the scopes of the key allow; the others are not listed, and refused. */
export function serveTools(
  server: Server,
  { client, scopes, onFailure }: { client: DocfleetClient; scopes: Scopes; onFailure: OnFailure },
): void {
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: allTools.filter(({ scope }) => allows(scopes, scope)).map(listed),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = allTools.find(({ name }) => name === params.name);
    if (!tool) return refusal(`UNKNOWN_TOOL: There is no tool ${cleanLine(params.name)}.`);
    if (!allows(scopes, tool.scope))
      return refusal(
        `FORBIDDEN: ${tool.name} needs an API key with the scope ${tool.scope}; this one may not do it.`,
      );
    return runTool(tool, params.arguments ?? {}, { client, signal, onFailure });
  });
}
