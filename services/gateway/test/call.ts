import type { JudgedResponse } from './response-judge.ts';

export interface CallOptions {
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly body?: RequestInit['body'];
  readonly key?: string | undefined;
  readonly tenantId?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: tests reach into JSON of every shape, and fail where it is another.
export type AnyJson = any;

/** A response; what its body is made of is the test's to know. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: AnyJson;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls over real HTTP, judging each response. */
export function createCaller(
  url: string,
  defaultKey: string | undefined,
  judge: (result: JudgedResponse) => void,
) {
  return async (method: string, path: string, options: CallOptions = {}): Promise<ApiResponse> => {
    const key = 'key' in options ? options.key : defaultKey;
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(options.tenantId && { 'x-tenant-id': options.tenantId }),
        ...(options.json !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.json !== undefined && { body: JSON.stringify(options.json) }),
      ...(options.body !== undefined && { body: options.body, duplex: 'half' }),
    });
    const text = await response.text();
    const result = { status: response.status, headers: response.headers, text, body: parse(text) };
    judge({ method, path, status: result.status, body: result.body });
    return result;
  };
}
export type Caller = ReturnType<typeof createCaller>;
