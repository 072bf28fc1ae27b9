import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type StubRequest, type StubResponse, type StubServer, startStubServer } from '../stub-server.ts';
import { bearerOf, fieldOf } from './embedding-emulator.ts';

interface ChatTurn {
  readonly role: string;
  readonly content: string;
}

/** Request that the vendor accepts. */
export interface ChatCall {
  readonly messages: readonly ChatTurn[];
  readonly maxTokens: number;
}

/** Fault of the vendor with one request. */
export type ChatFault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Record<string, string>;
    }
  /** Never responds. */
  | { readonly kind: 'hang' }
  /** Begins a response and never ends it. */
  | { readonly kind: 'stall' }
  /** Closes the connection in the middle of the response. */
  | { readonly kind: 'cut' }
  /** Ends the stream in the middle, without its last events. */
  | { readonly kind: 'unfinished' }
  /** Reports in the middle of the stream that it has failed. */
  | { readonly kind: 'broken-off' }
  /** Sends data that is no event of the API. */
  | { readonly kind: 'garbage' }
  /** Repeats its answer endlessly, beyond the limit of tokens. */
  | { readonly kind: 'endless' }
  /** Ends with the reason that a content filter refused. */
  | { readonly kind: 'filtered' };

export interface ChatEmulatorOptions {
  /** Returns the text that the model writes; default: the last message. */
  readonly respond?: (call: ChatCall) => string;
  readonly fault?: (call: ChatCall, number: number) => ChatFault | undefined;
  /** Milliseconds between two tokens. */
  readonly tokenMs?: number;
}

export interface ChatEmulator extends StubServer {
  /** Returns the number of requests in progress. */
  readonly underWay: () => number;
  /** Returns the number of characters that were written to callers. */
  readonly written: () => number;
}

export const chatEmulatorKey = 'chat-emulator-key';

interface ChatVendor {
  readonly path: string;
  readonly refuse: (status: number, message: string, code?: string) => StubResponse;
  readonly limitOf: (request: StubRequest) => unknown;
  /** Returns the events before a text, each without its `data: `. */
  readonly start: () => readonly unknown[];
  readonly token: (text: string) => unknown;
  readonly end: (
    reason: 'stop' | 'length' | 'filtered',
    usage: readonly [number, number],
  ) => readonly unknown[];
  readonly failure: () => unknown;
}

const openAiChunk = (delta: object, reason: string | null = null) => ({
  id: 'emulated',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: reason }],
});

// https://platform.openai.com/docs/api-reference/chat-streaming, https://docs.cohere.com/reference/chat-stream
const vendors = {
  OPENAI: {
    path: '/v1/chat/completions',
    refuse: (status, message, code) => ({
      status,
      body: { error: { message, type: 'invalid_request_error', param: null, code: code ?? null } },
    }),
    limitOf: (request) => fieldOf(request, 'max_completion_tokens') ?? fieldOf(request, 'max_tokens'),
    start: () => [openAiChunk({ role: 'assistant', content: '' })],
    token: (text) => openAiChunk({ content: text }),
    end: (reason, [prompt_tokens, completion_tokens]) => [
      openAiChunk({}, reason === 'filtered' ? 'content_filter' : reason),
      {
        ...openAiChunk({}),
        choices: [],
        usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
      },
      '[DONE]',
    ],
    failure: () => ({ error: { message: 'The server had an error', type: 'server_error', code: null } }),
  },
  COHERE: {
    path: '/v2/chat',
    refuse: (status, message) => ({ status, body: { message } }),
    limitOf: (request) => fieldOf(request, 'max_tokens'),
    start: () => [
      { type: 'message-start', id: 'emulated', delta: { message: { role: 'assistant' } } },
      { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
    ],
    token: (text) => ({ type: 'content-delta', index: 0, delta: { message: { content: { text } } } }),
    end: (reason, [input_tokens, output_tokens]) => [
      { type: 'content-end', index: 0 },
      {
        type: 'message-end',
        delta: {
          finish_reason: { stop: 'COMPLETE', length: 'MAX_TOKENS', filtered: 'ERROR_TOXIC' }[reason],
          usage: { billed_units: { input_tokens, output_tokens }, tokens: { input_tokens, output_tokens } },
        },
      },
    ],
    failure: () => ({
      type: 'message-end',
      delta: { finish_reason: 'ERROR', error: 'The generation failed' },
    }),
  },
} as const satisfies Record<string, ChatVendor>;

export type ChatVendorName = keyof typeof vendors;

const roles = ['system', 'user', 'assistant'];

const isTurn = (turn: unknown): turn is ChatTurn =>
  typeof turn === 'object' &&
  turn !== null &&
  'role' in turn &&
  roles.includes(String(turn.role)) &&
  'content' in turn &&
  typeof turn.content === 'string' &&
  turn.content !== '';

/** Returns the call, or the vendor's refusal of the request. */
function readCall(request: StubRequest, vendor: ChatVendor): ChatCall | StubResponse {
  if (request.method !== 'POST' || request.path !== vendor.path) return vendor.refuse(404, 'Not found');
  if (bearerOf(request) !== chatEmulatorKey)
    return vendor.refuse(401, 'Incorrect API key provided.', 'invalid_api_key');
  const model = fieldOf(request, 'model');
  if (model === 'no-such-model')
    return vendor.refuse(404, 'The model `no-such-model` does not exist.', 'model_not_found');
  const messages = fieldOf(request, 'messages');
  if (!Array.isArray(messages) || messages.length === 0 || !messages.every(isTurn))
    return vendor.refuse(
      400,
      'invalid request: messages must be a list of messages with a role and a content',
    );
  const maxTokens = Number(vendor.limitOf(request) ?? 4_096);
  if (!Number.isInteger(maxTokens) || maxTokens < 1)
    return vendor.refuse(400, 'invalid request: the limit of tokens must be at least 1');
  if (fieldOf(request, 'stream') !== true) return vendor.refuse(400, 'The emulator only streams.');
  return { messages, maxTokens };
}

/** Splits a text into pieces of about a token each, never within a character. */
const tokensOf = (text: string): string[] => text.match(/[\s\S]{1,4}/gu) ?? [];
const countTokens = (texts: readonly string[]) => texts.reduce((sum, text) => sum + tokensOf(text).length, 0);

/** Writes events as far as the caller reads them; false once it has gone. */
function createWriter(response: ServerResponse, onWritten: (characters: number) => void) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return async (event: unknown): Promise<boolean> => {
    if (response.destroyed) return false;
    const line = `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;
    onWritten(line.length);
    if (!response.write(line)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    return !response.destroyed;
  };
}

interface Answering {
  readonly vendor: ChatVendor;
  readonly call: ChatCall;
  readonly text: string;
  readonly fault: ChatFault | undefined;
  readonly tokenMs: number;
}

/** Streams the text, as far as the fault lets it; returns whether the response ends. */
async function writeAnswer(
  { vendor, call, text, fault, tokenMs }: Answering,
  write: (event: unknown) => Promise<boolean>,
): Promise<boolean> {
  for (const event of vendor.start()) if (!(await write(event))) return false;
  const all = tokensOf(text);
  const wanted = fault?.kind === 'endless' ? Number.POSITIVE_INFINITY : Math.min(all.length, call.maxTokens);
  const isHalf = ['stall', 'cut', 'unfinished', 'broken-off', 'garbage'].includes(fault?.kind ?? '');
  const last = isHalf ? Math.ceil(all.length / 2) : wanted;
  for (let at = 0; at < last; at += 1) {
    if (tokenMs > 0) await sleep(tokenMs);
    if (!(await write(vendor.token(all[at % all.length] ?? '')))) return false;
  }
  if (fault?.kind === 'broken-off') return await write(vendor.failure());
  if (fault?.kind === 'garbage') return await write('{"choices":[{"delta":{"cont');
  if (isHalf) return fault?.kind === 'unfinished';
  const reason = fault?.kind === 'filtered' ? 'filtered' : all.length > call.maxTokens ? 'length' : 'stop';
  const usage = [countTokens(call.messages.map(({ content }) => content)), last] as const;
  for (const event of vendor.end(reason, usage)) if (!(await write(event))) return false;
  return true;
}

/** Starts a vendor's streaming chat endpoint: it judges requests as the vendor does, and writes the text of `respond` token by token. */
export async function startChatEmulator(
  name: ChatVendorName,
  { respond, fault, tokenMs = 0 }: ChatEmulatorOptions = {},
): Promise<ChatEmulator> {
  const vendor: ChatVendor = vendors[name];
  let calls = 0;
  let underWay = 0;
  let written = 0;
  const server = await startStubServer(async (request, response) => {
    const call = readCall(request, vendor);
    if (!('messages' in call)) return call;
    const wrong = fault?.(call, calls++);
    if (wrong?.kind === 'hang') return undefined;
    if (wrong?.kind === 'status')
      return {
        ...vendor.refuse(wrong.status, `Refused with ${wrong.status}`),
        ...(wrong.body !== undefined && { body: wrong.body }),
        ...(wrong.headers && { headers: wrong.headers }),
      };
    const text = respond?.(call) ?? call.messages.at(-1)?.content ?? '';
    const write = createWriter(response, (characters) => {
      written += characters;
    });
    underWay += 1;
    const isWhole = await writeAnswer({ vendor, call, text, fault: wrong, tokenMs }, write).finally(() => {
      underWay -= 1;
    });
    if (isWhole) response.end();
    else if (wrong?.kind === 'cut') response.destroy();
    return undefined;
  });
  return { ...server, underWay: () => underWay, written: () => written };
}
