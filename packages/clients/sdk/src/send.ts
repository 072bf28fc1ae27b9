import { readAddress, readHeaders, readKey } from './addressee.ts';
import { attempt } from './attempt.ts';
import { DocfleetError } from './docfleet-error.ts';
import { createForm, type Form, randomId } from './file-input.ts';
import { type Route, routes } from './generated/api.ts';
import type { OperationName } from './method.ts';
import { notRepeatable, timeouts } from './operations.ts';
import type { ClientOptions, RequestOptions } from './options.ts';
import { repeat } from './repeat.ts';

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
  // What is missing would be sent as the word "undefined", which may be the name of something.
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
