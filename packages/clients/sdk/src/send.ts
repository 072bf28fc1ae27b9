import { DocfleetError } from './docfleet-error.ts';
import { createForm, type Form, randomId } from './file-input.ts';
import { type ErrorCode, type Route, routes } from './generated/api.ts';
import type { ClientOptions, OperationName, RequestOptions } from './method.ts';
import { notRepeatable, timeouts } from './operations.ts';
import { after, repeat } from './repeat.ts';

interface Attempt {
  readonly fetch: typeof fetch;
  readonly url: string;
  readonly init: RequestInit;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Returns the response as it is, its body unread. */
  readonly raw: boolean;
}

/** Sends a request once and returns the data of its response. Rejects with a DocfleetError, or with the reason of the caller's signal. */
async function attempt({ fetch, url, init, timeoutMs, signal, raw }: Attempt): Promise<unknown> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const timer = after(timeoutMs, () =>
    controller.abort(new DocfleetError('TIMEOUT', `No answer within ${timeoutMs} ms`)),
  );
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const response = await fetch(url, { ...init, signal: controller.signal, redirect: 'manual' });
    if (raw && response.status < 400) return response;
    return await readResponse(response);
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    // A stream that is sent fails the request with its own error, directly or as its cause.
    for (const own of [error, error instanceof Error ? error.cause : undefined])
      if (own instanceof DocfleetError) throw own;
    throw new DocfleetError('CONNECTION_FAILED', `${new URL(url).origin} was not reached`, { cause: error });
  } finally {
    clearTimeout(timer);
    // The body of a raw answer is still to come, and the caller may want to end it.
    if (!raw) signal?.removeEventListener('abort', abort);
  }
}

interface Envelope {
  readonly data?: unknown;
  readonly error?: { readonly code?: ErrorCode; readonly message?: string; readonly details?: object };
}

async function readResponse(response: Response): Promise<unknown> {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const facts = { status: response.status, requestId };
  const text = await response.text();
  const envelope = parse(text);
  if (response.ok && envelope && 'data' in envelope) return envelope.data;
  const { code, message, details } = envelope?.error ?? {};
  const retryAfter = secondsOf(response.headers.get('retry-after'));
  throw new DocfleetError(
    code ?? 'UNEXPECTED_ANSWER',
    message ?? `The answer was ${response.status} and not one of docfleet's`,
    { ...facts, details: { ...details, ...(retryAfter !== undefined && { retryAfter }) } },
  );
}

/** Seconds of a Retry-After header, which is a number or a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Parses a response body as a JSON object; returns undefined for anything else, such as the HTML page of a proxy. */
function parse(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}

const optionOf: Readonly<Record<string, string>> = {
  authorization: 'apiKey',
  'x-tenant-id': 'tenantId',
  'idempotency-key': 'idempotencyKey',
};

const blank: Readonly<Record<string, string>> = {
  'x-tenant-id': 'name the tenant, or pass null for the data of all of them',
};

/**
 * Returns headers that can be sent. Rejects a blank value, and one with a line break or another character that headers do not have, with
 * INVALID_REQUEST and the name of its option: the error of `fetch` would show the whole value, which may be a key.
 */
function readHeaders(headers: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (value.trim() === '')
      throw new DocfleetError(
        'INVALID_REQUEST',
        `${optionOf[name] ?? name} is blank: ${blank[name] ?? 'leave it out'}`,
      );
    if (!/^[\x20-\x7e]*$/.test(value))
      throw new DocfleetError(
        'INVALID_REQUEST',
        `${optionOf[name] ?? name} has a line break, or another character that it cannot have`,
      );
  }
  return headers;
}

/** Returns the key without white space around it; empty where the sender adds its own. Rejects a missing one with INVALID_REQUEST. */
function readKey(apiKey: unknown): string {
  if (typeof apiKey === 'string') return apiKey.trim();
  throw new DocfleetError('INVALID_REQUEST', 'apiKey is missing: pass a key, as df_live_…');
}

const addressOf = (baseUrl: string) => {
  try {
    // Pages of the service may name a path.
    return new URL(baseUrl, (globalThis as { location?: { href: string } }).location?.href);
  } catch {
    return undefined;
  }
};

/**
 * Returns the address of the service without a slash at its end. Rejects one that no request can be sent to with INVALID_REQUEST, at once
 * and without showing credentials that it may hold.
 */
function readAddress(baseUrl: string): string {
  const address = addressOf(baseUrl);
  if (!address || !/^https?:$/.test(address.protocol))
    throw new DocfleetError(
      'INVALID_REQUEST',
      'baseUrl is no address: it begins with https:// or http://, as https://docfleet.example.com',
    );
  if (address.username || address.password)
    throw new DocfleetError(
      'INVALID_REQUEST',
      'baseUrl holds a user or password, which requests do not send: the key is passed as apiKey',
    );
  return baseUrl.replace(/\/+$/, '');
}

const defaultTimeoutMs = 60_000;
const defaultFormTimeoutMs = 600_000;
const defaultRetries = 4;
const defaultRetryDelayMs = 500;

type Fields = Readonly<Record<string, unknown>>;

/** Sends one operation, as often as it takes, and returns the data of its response. */
export async function send(
  client: ClientOptions,
  name: OperationName,
  input: Fields,
  options: RequestOptions & {
    /** Whether the response is returned as it is, its body unread. */ readonly raw?: boolean;
  },
): Promise<unknown> {
  const route = routes[name];
  const [method = '', template = ''] = name.split(' ');
  const { url, body } = place(readAddress(client.baseUrl), template, route, input);
  const form = route.form && createForm(body);
  const headers = headersOf(client, route, options);
  const {
    timeoutMs = client.timeoutMs ?? (form ? defaultFormTimeoutMs : (timeouts[name] ?? defaultTimeoutMs)),
  } = options;
  if (!(timeoutMs > 0))
    throw new DocfleetError('INVALID_REQUEST', 'timeoutMs is above 0; Infinity is no limit');
  const { maxRetries = client.maxRetries ?? defaultRetries, deadlineMs, signal = client.signal } = options;
  const hasBody = method !== 'GET' && !route.bare;
  return repeat(
    async (leftMs) =>
      attempt({
        fetch: client.fetch ?? fetch,
        url,
        init: { method, ...(await content(headers, form, hasBody ? body : undefined)) },
        timeoutMs: Math.min(timeoutMs, leftMs),
        signal,
        raw: options.raw ?? route.raw ?? false,
      }),
    {
      maxRetries: form && !form.isRepeatable ? 0 : maxRetries,
      retryDelayMs: client.retryDelayMs ?? defaultRetryDelayMs,
      isRepeatable: !notRepeatable.has(name),
      deadlineMs,
      signal,
    },
  );
}

/**
 * An id as part of a path. Addresses drop `.` and `..` even where they are encoded, and an empty part with them: the request would reach
 * the operation of another path, such as the deletion of what the object belongs to.
 */
function segment(name: string, id: unknown): string {
  // A missing id would be sent as the word "undefined", which may be the name of something.
  const isText = typeof id === 'string' || typeof id === 'number';
  if (!isText || /^\.{0,2}$/.test(String(id)))
    throw new DocfleetError('INVALID_REQUEST', `${name} is no id: ${isText ? JSON.stringify(id) : id}`);
  return encodeURIComponent(id);
}

/** Puts each field where it belongs: into the path, the query or the body. */
function place(baseUrl: string, template: string, { query = [] }: Route, input: Fields) {
  const rest = { ...input };
  const take = (name: string) => {
    const value = rest[name];
    delete rest[name];
    return value;
  };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, take(name)));
  const parameters = query.flatMap((name): [string, string][] => {
    const value = take(name);
    return value === undefined ? [] : [[name, String(value)]];
  });
  const search = parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : '';
  return { url: `${baseUrl}${path}${search}`, body: rest };
}

function headersOf(client: ClientOptions, route: Route, options: RequestOptions): Record<string, string> {
  const tenantId = options.tenantId === undefined ? client.tenantId : options.tenantId;
  if (tenantId === undefined && Object.hasOwn(options, 'tenantId'))
    throw new DocfleetError(
      'INVALID_REQUEST',
      'tenantId is undefined: name the tenant, or pass null for the data of all of them',
    );
  return readHeaders({
    authorization: `Bearer ${readKey(client.apiKey)}`,
    accept: route.raw ? '*/*' : 'application/json',
    // Without the header the data of all tenants are read: a blank one must not be left out.
    ...(tenantId !== undefined && tenantId !== null && { 'x-tenant-id': String(tenantId) }),
    ...(route.key && { 'idempotency-key': options.idempotencyKey ?? randomId() }),
  });
}

async function content(headers: Record<string, string>, form: Form | undefined, body: Fields | undefined) {
  if (form) {
    const { body: formBody, contentType } = await form.open();
    const type = contentType === undefined ? {} : { 'content-type': contentType };
    return {
      headers: { ...headers, ...type },
      body: formBody,
      ...(formBody instanceof ReadableStream && { duplex: 'half' as const }),
    };
  }
  if (!body) return { headers };
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
